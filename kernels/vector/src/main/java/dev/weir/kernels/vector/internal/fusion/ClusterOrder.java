package dev.weir.kernels.vector.internal.fusion;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * An order of a graph's nodes in which those of a cluster come as one, after all that any of them
 * takes; otherwise as near to that of the graph as can be.
 */
final class ClusterOrder {
  private final Map<Node, ClusterFinder.Found> clusters;

  private ClusterOrder(Map<Node, ClusterFinder.Found> clusters) {
    this.clusters = clusters;
  }

  /** The nodes; of a cluster only the last one. */
  static List<Node> of(Graph graph, Map<Node, ClusterFinder.Found> clusters) {
    return new ClusterOrder(clusters).sort(graph);
  }

  /** Which node stands for another. */
  private Node unit(Node node) {
    ClusterFinder.Found cluster = clusters.get(node);
    return cluster == null ? node : cluster.nodes().getLast();
  }

  private List<Node> sort(Graph graph) {
    Map<Node, Set<Node>> after = new HashMap<>();
    Map<Node, Integer> missing = new HashMap<>();
    Set<Node> units = new LinkedHashSet<>();
    for (Node node : graph.nodes()) {
      Node unit = unit(node);
      units.add(unit);
      for (Output input : node.inputs()) {
        if (input.node().id() < node.id()) { // else it is what comes back in a loop
          follow(unit(input.node()), unit, after, missing);
        }
      }
      node.controlInputs().forEach(control -> follow(unit(control), unit, after, missing));
    }
    PriorityQueue<Node> ready = new PriorityQueue<>((a, b) -> Integer.compare(a.id(), b.id()));
    units.stream().filter(unit -> !missing.containsKey(unit)).forEach(ready::add);
    List<Node> order = new ArrayList<>();
    for (Node next = ready.poll(); next != null; next = ready.poll()) {
      order.add(next);
      for (Node user : after.getOrDefault(next, Set.of())) {
        if (missing.merge(user, -1, Integer::sum) == 0) {
          ready.add(user);
        }
      }
    }
    if (order.size() != units.size()) {
      throw new IllegalStateException("clusters form a cycle");
    }
    return order;
  }

  private static void follow(
      Node before, Node unit, Map<Node, Set<Node>> after, Map<Node, Integer> missing) {
    if (!before.equals(unit)
        && after.computeIfAbsent(before, key -> new LinkedHashSet<>()).add(unit)) {
      missing.merge(unit, 1, Integer::sum);
    }
  }
}
