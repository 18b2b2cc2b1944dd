package dev.weir.cluster.internal.rpc;

import dev.weir.cluster.internal.wire.DeviceStats;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The codecs of the messages that go over streams: their fields in order. */
final class StreamCodecs {
  static final StreamCodec<RunStep> RUN_STEP =
      StreamCodec.of(StreamCodecs::write, StreamCodecs::runStep);

  static final StreamCodec<RunGraph> RUN_GRAPH =
      StreamCodec.of(StreamCodecs::write, StreamCodecs::runGraph);

  static final StreamCodec<RunCallable> RUN_CALLABLE =
      StreamCodec.of(StreamCodecs::write, StreamCodecs::runCallable);

  static final StreamCodec<StepResult> STEP_RESULT =
      StreamCodec.of(StreamCodecs::write, StreamCodecs::stepResult);

  static final StreamCodec<Long> STEP_ID =
      StreamCodec.of((step, out) -> out.number(step.longValue()), StreamInput::longNumber);

  static final StreamCodec<@Nullable Void> EMPTY = StreamCodec.of((none, out) -> {}, in -> null);

  static final StreamCodec<ReceiveTensor> RECEIVE_TENSOR =
      new StreamCodec<>() {
        @Override
        public void write(ReceiveTensor request, StreamOutput out) {
          out.number(request.step()).text(request.key()).number(request.requestId());
        }

        @Override
        public ReceiveTensor read(StreamInput in) {
          return new ReceiveTensor(in.longNumber(), in.text(), in.longNumber());
        }

        @Override
        public String subject(ReceiveTensor request) {
          return request.key();
        }
      };

  /**
   * A value: whether it is alive, then whether it is compressed, then the tensor. The connection
   * that compresses a value writes it itself.
   */
  static final StreamCodec<ReceivedTensor> RECEIVED_TENSOR =
      new StreamCodec<>() {
        @Override
        public void write(ReceivedTensor received, StreamOutput out) {
          Tensor tensor = received.tensor();
          out.flag(tensor != null);
          if (tensor != null) {
            out.flag(false).tensor(tensor);
          }
        }

        @Override
        public ReceivedTensor read(StreamInput in) {
          if (!in.flag()) {
            return ReceivedTensor.DEAD;
          }
          return in.flag()
              ? new ReceivedTensor(in.compressedTensor(), true)
              : new ReceivedTensor(in.tensor());
        }

        @Override
        public ReceivedTensor uncompressed(Tensor tensor) {
          return new ReceivedTensor(tensor);
        }
      };

  /** Longer limits of steps are sent as this one. */
  private static final Duration MAX_LIMIT = Duration.ofDays(365);

  private StreamCodecs() {}

  private static void write(RunGraph request, StreamOutput out) {
    out.text(request.session())
        .text(request.graph())
        .number(request.step())
        .named(request.sends())
        .texts(request.receives())
        .flag(request.traces())
        .flag(request.partial())
        .flag(request.lastPartial())
        .number(request.requestId());
  }

  private static RunGraph runGraph(StreamInput in) {
    return new RunGraph(
        in.text(),
        in.text(),
        in.longNumber(),
        in.named(),
        in.texts(),
        in.flag(),
        in.flag(),
        in.flag(),
        in.longNumber());
  }

  private static void write(RunStep request, StreamOutput out) {
    out.text(request.session())
        .named(request.feeds())
        .texts(request.fetches())
        .texts(request.targets())
        .flag(request.options().traces())
        .number(nanos(request.options().limit()))
        .text(request.partialRun())
        .number(request.requestId());
  }

  private static RunStep runStep(StreamInput in) {
    return new RunStep(
        in.text(),
        in.named(),
        in.texts(),
        in.texts(),
        new StepOptions(in.flag(), Duration.ofNanos(in.longNumber())),
        in.text(),
        in.longNumber());
  }

  private static void write(RunCallable request, StreamOutput out) {
    out.text(request.session()).number(request.callable()).number(request.feeds().size());
    request.feeds().forEach(out::tensor);
    out.number(request.requestId());
  }

  private static RunCallable runCallable(StreamInput in) {
    String session = in.text();
    long callable = in.longNumber();
    List<Tensor> feeds = new ArrayList<>();
    for (int i = in.count(); i > 0; i--) {
      feeds.add(in.tensor());
    }
    return new RunCallable(session, callable, feeds, in.longNumber());
  }

  private static void write(StepResult result, StreamOutput out) {
    out.named(result.values()).number(result.stats().size());
    for (DeviceStats device : result.stats()) {
      out.text(device.device()).number(device.nodes().size());
      for (DeviceStats.NodeRun node : device.nodes()) {
        out.text(node.name())
            .text(node.label())
            .number(node.startMicros())
            .number(node.durationNanos());
      }
    }
  }

  private static StepResult stepResult(StreamInput in) {
    return new StepResult(in.named(), stats(in));
  }

  private static List<DeviceStats> stats(StreamInput in) {
    int count = in.count();
    if (count == 0) {
      return List.of();
    }
    List<DeviceStats> devices = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String device = in.text();
      List<DeviceStats.NodeRun> nodes = new ArrayList<>();
      for (int left = in.count(); left > 0; left--) {
        nodes.add(new DeviceStats.NodeRun(in.text(), in.text(), in.longNumber(), in.longNumber()));
      }
      devices.add(new DeviceStats(device, nodes));
    }
    return devices;
  }

  private static long nanos(Duration limit) {
    return (limit.compareTo(MAX_LIMIT) > 0 ? MAX_LIMIT : limit).toNanos();
  }
}
