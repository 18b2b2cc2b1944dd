package dev.weir.cluster;

import java.util.Map;

/** The tasks of a cluster and where they are. */
public record ClusterSpec(Map<TaskId, String> addresses) {
  public ClusterSpec {
    addresses = Map.copyOf(addresses);
  }
}
