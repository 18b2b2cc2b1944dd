package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.wire.DeviceStats;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.cluster.internal.wire.ErrorCodec;
import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How requests and answers are written and read: their components in order. */
final class Records {
  private Records() {}

  static void write(ReceiveTensor request, MessageOut out) {
    out.number(request.step()).text(request.key()).number(request.requestId());
  }

  static ReceiveTensor receiveTensor(MessageIn in) {
    return new ReceiveTensor(in.longNumber(), in.text(), in.longNumber());
  }

  static void write(ReceivedTensor received, MessageOut out) {
    Tensor tensor = received.tensor();
    out.flag(tensor != null);
    if (tensor != null) {
      out.flag(false).tensor(tensor);
    }
  }

  static void write(PackedOut packed, MessageOut out) {
    out.flag(true).flag(true).packed(packed);
  }

  /** A value that came; one in compressed form has those bytes for a tensor until all are there. */
  static ReceivedTensor receivedTensor(MessageIn in) {
    if (!in.flag()) {
      return ReceivedTensor.DEAD;
    }
    return in.flag()
        ? new ReceivedTensor(in.packedTensor().bytes(), true)
        : new ReceivedTensor(in.tensor());
  }

  static void write(RunGraph request, MessageOut out) {
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

  static RunGraph runGraph(MessageIn in) {
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

  static void write(RunStep request, MessageOut out) {
    out.text(request.session())
        .named(request.feeds())
        .texts(request.fetches())
        .texts(request.targets())
        .flag(request.options().traces())
        .number(nanos(request.options().limit()))
        .text(request.partialRun())
        .number(request.requestId());
  }

  static RunStep runStep(MessageIn in) {
    return new RunStep(
        in.text(),
        in.named(),
        in.texts(),
        in.texts(),
        new StepOptions(in.flag(), Duration.ofNanos(in.longNumber())),
        in.text(),
        in.longNumber());
  }

  static void write(RunCallable request, MessageOut out) {
    out.text(request.session()).number(request.callable()).number(request.feeds().size());
    request.feeds().forEach(out::tensor);
    out.number(request.requestId());
  }

  static RunCallable runCallable(MessageIn in) {
    String session = in.text();
    long callable = in.longNumber();
    List<Tensor> feeds = new ArrayList<>();
    for (int i = in.count(); i > 0; i--) {
      feeds.add(in.tensor());
    }
    return new RunCallable(session, callable, feeds, in.longNumber());
  }

  static void write(StepResult result, MessageOut out) {
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

  static StepResult stepResult(MessageIn in) {
    return new StepResult(in.named(), stats(in));
  }

  private static List<DeviceStats> stats(MessageIn in) {
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

  static void write(WeirException failure, MessageOut out) {
    out.bytes(ErrorCodec.write(failure));
  }

  static WeirException readFailure(MessageIn in) {
    return ErrorCodec.read(in.bytes());
  }

  /** A limit in nanoseconds, as good as none if it is that long. */
  static long nanos(Duration limit) {
    return limit.compareTo(Call.LONGEST) > 0 ? Call.LONGEST.toNanos() : limit.toNanos();
  }
}
