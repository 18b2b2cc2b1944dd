package dev.weir.runtime.internal.optimize;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.GraphPass;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;

/**
 * Drops nodes that nothing needs.
 *
 * <pre>
 * before:  %a = Const  %b = Tanh(%a)  %c = Const  %r = _Retval(%c)
 * after:   %c = Const  %r = _Retval(%c)
 * </pre>
 */
final class RemoveDeadCode implements GraphPass {
  static final String NAME = "remove-dead-code";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Graph apply(Graph graph, Set<String> kept) {
    List<Node> nodes = graph.nodes();
    boolean[] needed = new boolean[nodes.size()];
    ArrayDeque<Node> open = new ArrayDeque<>();
    int count = 0;
    for (Node node : nodes) {
      if (!GraphPass.isDroppable(node, kept)) {
        count += reach(node, needed, open);
      }
    }
    while (!open.isEmpty()) {
      Node node = open.removeLast();
      for (Output input : node.inputs()) {
        count += reach(input.node(), needed, open);
      }
      for (Node control : node.controlInputs()) {
        count += reach(control, needed, open);
      }
    }
    if (count == nodes.size()) {
      return graph;
    }
    Graph smaller = new Graph(graph.registry());
    smaller.copyFunctionsOf(graph);
    GraphCopier copier = new GraphCopier(smaller);
    for (Node node : nodes) {
      if (needed[node.id()]) {
        copier.copy(node);
      }
    }
    return copier.finish();
  }

  private static int reach(Node node, boolean[] needed, ArrayDeque<Node> open) {
    if (needed[node.id()]) {
      return 0;
    }
    needed[node.id()] = true;
    open.addLast(node);
    return 1;
  }
}
