package dev.weir.runtime.place;

import dev.weir.graph.Graph;
import java.util.List;

/**
 * Where every node runs, and why.
 *
 * @param graph the graph, every node with the full name of its device
 * @param decisions one line a node, in order
 */
public record Placement(Graph graph, List<Decision> decisions) {
  public Placement {
    decisions = List.copyOf(decisions);
  }

  /**
   * Why a node is where it is.
   *
   * @param candidates the devices that could have been chosen
   */
  public record Decision(
      String node, String op, String device, String reason, List<String> candidates) {}
}
