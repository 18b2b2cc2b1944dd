package dev.weir.cluster.internal.client;

import dev.weir.cluster.internal.wire.DeviceStats;
import dev.weir.runtime.trace.StepTrace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Merges the traces of several tasks of a step into one. */
final class MergedTrace {
  private MergedTrace() {}

  static StepTrace merged(List<DeviceStats> stats) {
    List<StepTrace.NodeRun> runs = new ArrayList<>();
    for (DeviceStats device : stats) {
      for (DeviceStats.NodeRun node : device.nodes()) {
        long start = node.startMicros() * 1_000;
        runs.add(
            new StepTrace.NodeRun(
                device.device(),
                node.name(),
                op(node.label()),
                "",
                device.device(),
                start,
                start + node.durationNanos(),
                0));
      }
    }
    runs.sort(Comparator.comparingLong(StepTrace.NodeRun::endNanos));
    long first = runs.stream().mapToLong(StepTrace.NodeRun::startNanos).min().orElse(0);
    long last = runs.stream().mapToLong(StepTrace.NodeRun::endNanos).max().orElse(0);
    return new StepTrace(0, first, last, runs);
  }

  /** The op out of {@code name = Op(inputs)}. */
  private static String op(String label) {
    int from = label.indexOf(" = ");
    int to = label.indexOf('(', Math.max(0, from));
    return from < 0 || to < 0 ? label : label.substring(from + 3, to);
  }
}
