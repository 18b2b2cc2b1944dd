package dev.weir.kernels.onednn.rewrite;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The consumers of the outputs of a graph's nodes. */
final class Uses {
  /** An input of a node. */
  record Use(Node node, int input) {}

  private final Map<Output, List<Use>> byOutput = new HashMap<>();
  private final Set<Node> waitedFor = new HashSet<>();

  static Uses of(Graph graph) {
    Uses uses = new Uses();
    for (Node node : graph.nodes()) {
      for (int i = 0; i < node.inputCount(); i++) {
        uses.byOutput
            .computeIfAbsent(node.input(i), output -> new ArrayList<>())
            .add(new Use(node, i));
      }
      uses.waitedFor.addAll(node.controlInputs());
    }
    return uses;
  }

  List<Use> of(Output output) {
    return byOutput.getOrDefault(output, List.of());
  }

  /** Whether a node waits for this one. */
  boolean isWaitedFor(Node node) {
    return waitedFor.contains(node);
  }

  /** The only use of a node, by data or control; null if there are none or several. */
  @Nullable Use only(Node node) {
    List<Use> uses = of(node.output(0));
    return node.outputCount() == 1 && uses.size() == 1 && !isWaitedFor(node)
        ? uses.getFirst()
        : null;
  }
}
