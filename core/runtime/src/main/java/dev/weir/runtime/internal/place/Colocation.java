package dev.weir.runtime.internal.place;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which nodes must be on one device, as sets of a union-find:
 *
 * <ol>
 *   <li>a node and those its {@code _class} attribute names as {@code loc:@name};
 *   <li>state and its users: the two ends of an edge that carries a reference or a resource;
 *   <li>the {@code Merge} at the start of a loop with the {@code Enter} and {@code NextIteration}
 *       that feed it.
 * </ol>
 */
final class Colocation {
  private static final String PREFIX = "loc:@";

  private final List<Node> nodes;
  private final int[] parent;
  private final Map<String, Integer> named = new HashMap<>();

  private Colocation(Graph graph) {
    this.nodes = graph.nodes();
    this.parent = new int[nodes.size()];
    for (int i = 0; i < parent.length; i++) {
      parent[i] = i;
      named.put(nodes.get(i).name(), i);
    }
  }

  /** The groups of a graph's nodes, each in order; most have a single member. */
  static List<List<Node>> groups(Graph graph) {
    Colocation sets = new Colocation(graph);
    sets.nodes.forEach(sets::joinNeighbors);
    Map<Integer, List<Node>> groups = new LinkedHashMap<>();
    for (Node node : sets.nodes) {
      groups.computeIfAbsent(sets.find(node.id()), key -> new ArrayList<>()).add(node);
    }
    return List.copyOf(groups.values());
  }

  private void joinNeighbors(Node node) {
    if (node.attrs().find("_class") instanceof AttrValue.ListValue names) {
      for (AttrValue value : names.values()) {
        String name = ((AttrValue.StringValue) value).text();
        if (name.startsWith(PREFIX)) {
          // a name that no node has is a group of its own
          int other = named.computeIfAbsent(name.substring(PREFIX.length()), key -> node.id());
          join(node.id(), other);
        }
      }
    }
    boolean[] takesReference = node.op().signature().inputIsRef(node.attrs());
    for (int i = 0; i < node.inputCount(); i++) {
      Output input = node.input(i);
      boolean isState = takesReference[i] || input.dtype() == DType.RESOURCE;
      if (isState || isLoopStart(node, input.node())) {
        join(node.id(), input.node().id());
      }
    }
  }

  private static boolean isLoopStart(Node node, Node input) {
    boolean merges = node.op().kind() == NodeKind.MERGE;
    return merges
        && (input.op().kind() == NodeKind.NEXT_ITERATION || input.op().kind() == NodeKind.ENTER);
  }

  private int find(int i) {
    int root = i;
    while (parent[root] != root) {
      root = parent[root];
    }
    for (int at = i; parent[at] != root; ) {
      int next = parent[at];
      parent[at] = root;
      at = next;
    }
    return root;
  }

  private void join(int a, int b) {
    int first = find(a);
    int second = find(b);
    parent[Math.max(first, second)] = Math.min(first, second);
  }
}
