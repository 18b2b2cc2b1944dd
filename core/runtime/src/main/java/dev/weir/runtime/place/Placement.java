package dev.weir.runtime.place;

import java.util.List;

/**
 * Where every node of a step runs, and why, as decided where the step is placed: in this process,
 * or by the master of a cluster.
 *
 * @param decisions one for each node, in the order of the graph
 */
public record Placement(List<Decision> decisions) {
  public Placement {
    decisions = List.copyOf(decisions);
  }

  /**
   * Why a node is where it is.
   *
   * @param device the full name of the device
   * @param candidates the devices that could have been chosen
   */
  public record Decision(
      String node, String op, String device, String reason, List<String> candidates) {
    public Decision {
      candidates = List.copyOf(candidates);
    }
  }
}
