package dev.weir.kernels.onednn.rewrite;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who takes the outputs of the nodes of a graph. */
final class Uses {
  /** An input of a node. */
  record Use(Node node, int input) {}

  private final Map<Output, List<Use>> byOutput = new HashMap<>();
  private final Map<Node, List<Node>> waiting = new HashMap<>();

  static Uses of(Graph graph) {
    Uses uses = new Uses();
    for (Node node : graph.nodes()) {
      for (int i = 0; i < node.inputCount(); i++) {
        uses.byOutput
            .computeIfAbsent(node.input(i), output -> new ArrayList<>())
            .add(new Use(node, i));
      }
      for (Node control : node.controlInputs()) {
        uses.waiting.computeIfAbsent(control, waitedFor -> new ArrayList<>()).add(node);
      }
    }
    return uses;
  }

  List<Use> of(Output output) {
    return byOutput.getOrDefault(output, List.of());
  }

  /** Whether a node waits for this one. */
  boolean isWaitedFor(Node node) {
    return waiting.containsKey(node);
  }

  /** All nodes that cannot run before this one has. */
  Set<Node> after(Node node) {
    Set<Node> found = new HashSet<>();
    Deque<Node> todo = new ArrayDeque<>(List.of(node));
    while (!todo.isEmpty()) {
      Node next = todo.pop();
      List<Node> followers = new ArrayList<>(waiting.getOrDefault(next, List.of()));
      for (int i = 0; i < next.outputCount(); i++) {
        of(next.output(i)).forEach(use -> followers.add(use.node()));
      }
      followers.stream().filter(found::add).forEach(todo::push);
    }
    return found;
  }

  /** The one input that takes what a node gives, if nobody else wants anything of the node. */
  @Nullable Use only(Node node) {
    List<Use> uses = of(node.output(0));
    return node.outputCount() == 1 && uses.size() == 1 && !isWaitedFor(node)
        ? uses.getFirst()
        : null;
  }
}
