package dev.weir.cluster.internal.wire;

import java.util.List;

/** What a device ran in a step. */
public record DeviceStats(String device, List<NodeRun> nodes) {
  public DeviceStats {
    nodes = List.copyOf(nodes);
  }

  /**
   * A node that ran.
   *
   * @param label what a timeline calls it: {@code name = Op(inputs)}
   * @param startMicros when, since 1970
   */
  public record NodeRun(String name, String label, long startMicros, long durationNanos) {}
}
