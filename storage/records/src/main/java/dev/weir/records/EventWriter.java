package dev.weir.records;

import com.google.protobuf.ByteString;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.schema.DeviceStepStats;
import dev.weir.schema.HistogramProto;
import dev.weir.schema.NodeExecStats;
import dev.weir.schema.RunMetadata;
import dev.weir.schema.SessionLog;
import dev.weir.schema.SourceMetadata;
import dev.weir.schema.StepStats;
import dev.weir.schema.Summary;
import dev.weir.schema.TaggedRunMetadata;
import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Writes an event file for TensorBoard: point it at the folder and watch.
 *
 * {@snippet :
 * try (EventWriter events = EventWriter.create(Path.of("logs/run-1"))) {
 *   events.graph(graph);
 *   events.scalar(step, "loss", loss);
 *   events.histogram(step, "weights", weights);
 * }
 * }
 *
 * <p>What was written is seen by readers at the latest with the first event more than {@value
 * #FLUSH_SECONDS} seconds later, or after {@link #flush}. Thread-safe.
 */
public final class EventWriter implements AutoCloseable {
  private static final int FLUSH_SECONDS = 5;
  private static final String VERSION = "brain.Event:2";
  private static final String WRITER = "dev.weir.records";
  private static final AtomicInteger COUNTER = new AtomicInteger();

  private final Path file;
  private final RecordWriter records;
  private final Clock clock;

  /** The wall clock, which events are dated by, may jump; this one does not. */
  private final LongSupplier nanoTime;

  private long flushedNanos;

  private EventWriter(Path file, RecordWriter records, Clock clock, LongSupplier nanoTime) {
    this.file = file;
    this.records = records;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.flushedNanos = nanoTime.getAsLong();
  }

  /** A new event file in a folder, which is made if need be. */
  public static EventWriter create(Path folder) {
    return create(folder, Clock.systemUTC(), System::nanoTime);
  }

  static EventWriter create(Path folder, Clock clock, LongSupplier nanoTime) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw WeirException.ofIo("making the folder " + folder, e);
    }
    Instant now = clock.instant();
    Path file = folder.resolve(fileName(now));
    RecordWriter records = RecordWriter.create(file, StandardOpenOption.CREATE_NEW);
    EventWriter writer = new EventWriter(file, records, clock, nanoTime);
    dev.weir.schema.Event first =
        dev.weir.schema.Event.newBuilder()
            .setWallTime(now.getEpochSecond())
            .setFileVersion(VERSION)
            .setSourceMetadata(SourceMetadata.newBuilder().setWriter(WRITER))
            .build();
    records.write(first.toByteArray());
    writer.flush();
    return writer;
  }

  /** No two writers of a machine choose the same. */
  private static String fileName(Instant now) {
    String host = System.getenv().getOrDefault("HOSTNAME", "localhost");
    return String.format(
        Locale.ROOT,
        "events.out.tfevents.%010d.%s.%d.%d.v2",
        now.getEpochSecond(),
        host.replaceAll("[^A-Za-z0-9._-]", "_"),
        ProcessHandle.current().pid(),
        COUNTER.getAndIncrement());
  }

  /** The file being written. */
  public Path file() {
    return file;
  }

  /** A number, such as a loss. */
  public void scalar(long step, String tag, double value) {
    summary(step, Summary.Value.newBuilder().setTag(tag).setSimpleValue((float) value));
  }

  /** How the elements of a tensor are spread; all of them must be finite. */
  public void histogram(long step, String tag, Tensor values) {
    Histogram histogram;
    try {
      histogram = Histogram.of(values);
    } catch (WeirException e) {
      throw new WeirException(
          ErrorCode.INVALID_ARGUMENT, "histogram \"" + tag + "\": " + e.getMessage(), e);
    }
    HistogramProto.Builder proto =
        HistogramProto.newBuilder()
            .setMin(histogram.min())
            .setMax(histogram.max())
            .setNum(histogram.number())
            .setSum(histogram.sum())
            .setSumSquares(histogram.sumOfSquares())
            .addAllBucketLimit(histogram.limits())
            .addAllBucket(histogram.counts());
    summary(step, Summary.Value.newBuilder().setTag(tag).setHisto(proto));
  }

  /** An image; {@link Png} says what it may be. */
  public void image(long step, String tag, Tensor image) {
    Summary.Image.Builder proto =
        Summary.Image.newBuilder()
            .setEncodedImageString(ByteString.copyFrom(Png.encode(image)))
            .setHeight((int) image.shape().size(0))
            .setWidth((int) image.shape().size(1))
            .setColorspace((int) image.shape().size(2));
    summary(step, Summary.Value.newBuilder().setTag(tag).setImage(proto));
  }

  /** The graph that is run. */
  public void graph(Graph graph) {
    write(event(0).setGraphDef(ByteString.copyFrom(GraphDefs.toBinary(graph))));
  }

  /**
   * Training begins, or goes on, with this step: what earlier files of the folder say of it and of
   * later steps, TensorBoard forgets.
   */
  public void start(long step) {
    write(
        event(step)
            .setSessionLog(SessionLog.newBuilder().setStatus(SessionLog.SessionStatus.START)));
  }

  /** How a step ran: TensorBoard shows it with the graph, under this name. */
  public void runMetadata(long step, String tag, List<NodeTiming> nodes) {
    Map<String, DeviceStepStats.Builder> devices = new LinkedHashMap<>();
    for (NodeTiming node : nodes) {
      devices
          .computeIfAbsent(node.device(), device -> DeviceStepStats.newBuilder().setDevice(device))
          .addNodeStats(
              NodeExecStats.newBuilder()
                  .setNodeName(node.node())
                  .setTimelineLabel(node.node() + " = " + node.op() + "()")
                  .setThreadId(node.thread())
                  .setAllStartMicros(node.startMicros())
                  .setOpEndRelMicros(node.micros())
                  .setAllEndRelMicros(node.micros()));
    }
    StepStats.Builder stats = StepStats.newBuilder();
    devices.values().forEach(stats::addDevStats);
    byte[] metadata = RunMetadata.newBuilder().setStepStats(stats).build().toByteArray();
    write(
        event(step)
            .setTaggedRunMetadata(
                TaggedRunMetadata.newBuilder()
                    .setTag(tag)
                    .setRunMetadata(ByteString.copyFrom(metadata))));
  }

  private void summary(long step, Summary.Value.Builder value) {
    write(event(step).setSummary(Summary.newBuilder().addValue(value)));
  }

  private dev.weir.schema.Event.Builder event(long step) {
    return dev.weir.schema.Event.newBuilder()
        .setWallTime(clock.instant().toEpochMilli() / 1e3)
        .setStep(step);
  }

  private synchronized void write(dev.weir.schema.Event.Builder event) {
    records.write(event.build().toByteArray());
    if (nanoTime.getAsLong() - flushedNanos >= TimeUnit.SECONDS.toNanos(FLUSH_SECONDS)) {
      flush();
    }
  }

  /** Lets readers see what was written. */
  public synchronized void flush() {
    records.flush();
    flushedNanos = nanoTime.getAsLong();
  }

  @Override
  public synchronized void close() {
    records.close();
  }
}
