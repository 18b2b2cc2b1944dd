package dev.weir.cluster.internal.protobuf;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.Durations;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.DeviceStats;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.schema.ClusterDef;
import dev.weir.schema.ConfigProto;
import dev.weir.schema.DeviceAttributes;
import dev.weir.schema.DeviceLocality;
import dev.weir.schema.DeviceStepStats;
import dev.weir.schema.GraphOptions;
import dev.weir.schema.JobDef;
import dev.weir.schema.NodeExecStats;
import dev.weir.schema.RPCOptions;
import dev.weir.schema.RunOptions;
import dev.weir.schema.StepStats;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** What several messages have in common, as records and in the schema's classes. */
final class SchemaRecords {
  private SchemaRecords() {}

  static ByteString write(ByteBuffer graphDef) {
    return UnsafeByteOperations.unsafeWrap(graphDef);
  }

  static ByteBuffer read(ByteString graphDef) {
    return graphDef.asReadOnlyByteBuffer();
  }

  static ConfigProto write(SessionOptions options) {
    ConfigProto.Builder config =
        ConfigProto.newBuilder()
            .addAllDeviceFilters(options.deviceFilters())
            .setAllowSoftPlacement(options.softPlacement())
            .setOperationTimeoutInMs(write(options.stepLimit()))
            .setIsolateSessionState(options.isolated());
    if (options.truncates()) {
      config.setGraphOptions(graphOptions(options));
    }
    if (!options.compression().isEmpty()) {
      config.setRpcOptions(RPCOptions.newBuilder().setCompressionAlgorithm(options.compression()));
    }
    return config.build();
  }

  static GraphOptions graphOptions(SessionOptions options) {
    return GraphOptions.newBuilder().setEnableBfloat16Sendrecv(options.truncates()).build();
  }

  static SessionOptions read(ConfigProto config, GraphOptions graphOptions) {
    return new SessionOptions(
        config.getDeviceFiltersList(),
        config.getAllowSoftPlacement(),
        readDuration(config.getOperationTimeoutInMs()),
        config.getIsolateSessionState(),
        graphOptions.getEnableBfloat16Sendrecv(),
        config.getRpcOptions().getCompressionAlgorithm());
  }

  static RunOptions write(StepOptions options) {
    return RunOptions.newBuilder()
        .setTraceLevel(
            options.traces() ? RunOptions.TraceLevel.FULL_TRACE : RunOptions.TraceLevel.NO_TRACE)
        .setTimeoutInMs(write(options.limit()))
        .build();
  }

  static StepOptions read(RunOptions options) {
    return new StepOptions(
        options.getTraceLevel() == RunOptions.TraceLevel.FULL_TRACE,
        readDuration(options.getTimeoutInMs()));
  }

  /** Whole milliseconds, at least one unless there is no limit. */
  private static long write(Duration limit) {
    return limit.isZero() ? 0 : Math.max(1, limit.toMillis());
  }

  static Duration readDuration(long millis) {
    return Durations.ofMillis(millis);
  }

  static DeviceAttributes write(DeviceInfo device) {
    return DeviceAttributes.newBuilder()
        .setName(device.name())
        .setDeviceType(device.type())
        .setMemoryLimit(device.memoryLimit())
        .setLocality(DeviceLocality.getDefaultInstance())
        .setIncarnation(device.incarnation())
        .setPhysicalDeviceDesc(device.description())
        .build();
  }

  static DeviceInfo read(DeviceAttributes device) {
    return new DeviceInfo(
        device.getName(),
        device.getDeviceType(),
        device.getMemoryLimit(),
        device.getIncarnation(),
        device.getPhysicalDeviceDesc());
  }

  static List<DeviceInfo> read(List<DeviceAttributes> devices) {
    return devices.stream().map(SchemaRecords::read).toList();
  }

  static ClusterDef write(ClusterSpec cluster) {
    Map<String, JobDef.Builder> jobs = new TreeMap<>();
    for (TaskId task : cluster.tasks()) {
      jobs.computeIfAbsent(task.job(), job -> JobDef.newBuilder().setName(job))
          .putTasks(task.index(), cluster.address(task));
    }
    ClusterDef.Builder written = ClusterDef.newBuilder();
    jobs.values().forEach(written::addJob);
    return written.build();
  }

  static ClusterSpec read(ClusterDef cluster) {
    ClusterSpec.Builder read = ClusterSpec.builder();
    for (JobDef job : cluster.getJobList()) {
      job.getTasksMap()
          .forEach((index, address) -> read.task(new TaskId(job.getName(), index), address));
    }
    return read.build();
  }

  static StepStats writeStats(List<DeviceStats> devices) {
    StepStats.Builder stats = StepStats.newBuilder();
    for (DeviceStats device : devices) {
      DeviceStepStats.Builder written = stats.addDevStatsBuilder().setDevice(device.device());
      device.nodes().forEach(node -> written.addNodeStats(write(node)));
    }
    return stats.build();
  }

  private static NodeExecStats write(DeviceStats.NodeRun node) {
    long micros = TimeUnit.NANOSECONDS.toMicros(node.durationNanos());
    return NodeExecStats.newBuilder()
        .setNodeName(node.name())
        .setTimelineLabel(node.label())
        .setAllStartMicros(node.startMicros())
        .setAllStartNanos(TimeUnit.MICROSECONDS.toNanos(node.startMicros()))
        .setOpEndRelMicros(micros)
        .setOpEndRelNanos(node.durationNanos())
        .setAllEndRelMicros(micros)
        .setAllEndRelNanos(node.durationNanos())
        .build();
  }

  static List<DeviceStats> read(StepStats stats) {
    return stats.getDevStatsList().stream()
        .map(
            device ->
                new DeviceStats(
                    device.getDevice(),
                    device.getNodeStatsList().stream().map(SchemaRecords::read).toList()))
        .toList();
  }

  private static DeviceStats.NodeRun read(NodeExecStats node) {
    long nanos =
        node.getAllEndRelNanos() != 0
            ? node.getAllEndRelNanos()
            : TimeUnit.MICROSECONDS.toNanos(node.getAllEndRelMicros());
    return new DeviceStats.NodeRun(
        node.getNodeName(), node.getTimelineLabel(), node.getAllStartMicros(), nanos);
  }
}
