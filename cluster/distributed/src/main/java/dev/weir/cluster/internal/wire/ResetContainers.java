package dev.weir.cluster.internal.wire;

import java.util.List;

/**
 * A client clears containers and closes all sessions of a master.
 *
 * @param containers their names; empty for the default container
 * @param deviceFilters partial device names; only tasks that match one are cleared; empty for all
 */
public record ResetContainers(List<String> containers, List<String> deviceFilters) {
  public ResetContainers {
    containers = List.copyOf(containers);
    deviceFilters = List.copyOf(deviceFilters);
  }
}
