package dev.weir.kernels.vector.internal.fusion;

import dev.weir.graph.AttrType;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What nodes wait for besides computation: branches that may not be taken, values that come from
 * elsewhere, nodes that block. Only nodes that wait for the same may become one: of two nodes one
 * could be dead and the other not, or one could be needed before what the other waits for happens.
 */
final class Liveness {
  private final Map<Set<Object>, Integer> numbers = new HashMap<>();
  private final Map<List<Integer>, Integer> unions = new HashMap<>();
  private final Map<Integer, Set<Object>> events = new HashMap<>();
  private final int[] byNode;

  private Liveness(int nodes) {
    byNode = new int[nodes];
    number(Set.of()); // is 0
  }

  static Liveness of(Graph graph) {
    List<Node> nodes = graph.nodes();
    Liveness liveness = new Liveness(nodes.size());
    for (Node node : nodes) {
      liveness.byNode[node.id()] = liveness.compute(node);
    }
    return liveness;
  }

  /** Equal for nodes that wait for the same. */
  int of(Node node) {
    return byNode[node.id()];
  }

  private int compute(Node node) {
    if (node.op().kind() == NodeKind.MERGE) {
      return number(Set.of(node)); // alive where any input is
    }
    int result = 0;
    for (Output input : node.inputs()) {
      result = union(result, byNode[input.node().id()]);
      if (input.node().op().kind() == NodeKind.SWITCH) {
        Output predicate = input.node().input(1);
        result = union(result, number(Set.of(List.of(predicate, input.index()))));
      }
    }
    for (Node control : node.controlInputs()) {
      result = union(result, byNode[control.id()]);
    }
    return mayWait(node) ? union(result, number(Set.of(node))) : result;
  }

  private static boolean mayWait(Node node) {
    NodeKind kind = node.op().kind();
    return kind == NodeKind.BLOCKING
        || kind == NodeKind.RECEIVE
        || kind == NodeKind.EXIT
        || node.op().signature().attrs().stream().anyMatch(attr -> attr.type() == AttrType.FUNC);
  }

  private int number(Set<Object> some) {
    int number = numbers.computeIfAbsent(some, unused -> numbers.size());
    events.put(number, some);
    return number;
  }

  private int union(int one, int other) {
    if (one == other || other == 0) {
      return one;
    }
    return one == 0 ? other : unions.computeIfAbsent(List.of(one, other), this::union);
  }

  private int union(List<Integer> pair) {
    Set<Object> both = new HashSet<>(events.getOrDefault(pair.get(0), Set.of()));
    both.addAll(events.getOrDefault(pair.get(1), Set.of()));
    return number(both);
  }
}
