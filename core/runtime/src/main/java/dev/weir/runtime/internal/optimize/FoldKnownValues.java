package dev.weir.runtime.internal.optimize;

import static java.util.Objects.requireNonNull;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.GraphPass;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.graph.PartialValue;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.Set;

/**
 * Replaces integers that follow from shapes, such as the shape, size or rank of a variable, by
 * constants. What they were taken from is then not needed for them: a variable need not have a
 * value yet, and no value has to move to another device.
 *
 * <pre>
 * before:  %v = VariableV2[2,3]  %s = Shape(%v)  %z = Fill(%s, 0)
 * after:   %v = VariableV2[2,3]  %s = Const[2,3]  %z = Fill(%s, 0)
 * </pre>
 *
 * <p>A constant still waits for what the node waited for where that has effects. Nodes in loops and
 * conditionals stay, as they may be dead.
 */
final class FoldKnownValues implements GraphPass {
  static final String NAME = "fold-known-values";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Graph apply(Graph graph, Set<String> kept) {
    List<Node> nodes = graph.nodes();
    boolean[] mayBeDead = new boolean[nodes.size()];
    boolean[] hasEffects = new boolean[nodes.size()];
    boolean[] isKnown = new boolean[nodes.size()];
    boolean found = false;
    for (Node node : nodes) {
      mark(node, mayBeDead, hasEffects);
      isKnown[node.id()] = !mayBeDead[node.id()] && isKnown(node, kept);
      found |= isKnown[node.id()];
    }
    return found ? replace(graph, nodes, isKnown, hasEffects) : graph;
  }

  /** Marks a node by what it is and by what stands before it. */
  private static void mark(Node node, boolean[] mayBeDead, boolean[] hasEffects) {
    int id = node.id();
    mayBeDead[id] = steers(node.op().kind());
    hasEffects[id] =
        node.op().kind() == NodeKind.BLOCKING
            || (node.inputCount() > 0 && !GraphPass.isDroppable(node, Set.of()));
    for (Output input : node.inputs()) { // an input further on is the back edge of a loop
      mayBeDead[id] |= mayBeDead[input.node().id()];
      hasEffects[id] |= hasEffects[input.node().id()];
    }
    for (Node control : node.controlInputs()) {
      mayBeDead[id] |= mayBeDead[control.id()];
      hasEffects[id] |= hasEffects[control.id()];
    }
  }

  private static boolean steers(NodeKind kind) {
    return switch (kind) {
      case SWITCH, MERGE, ENTER, EXIT, NEXT_ITERATION, LOOP_CONDITION, CONTROL_TRIGGER -> true;
      case ORDINARY, CONSTANT, PLACEHOLDER, NO_OP, BLOCKING, ARGUMENT, RETURN, SEND, RECEIVE ->
          false;
    };
  }

  private static boolean isKnown(Node node, Set<String> kept) {
    if (node.op().kind() != NodeKind.ORDINARY
        || node.outputCount() == 0
        || !GraphPass.isFree(node, kept)) {
      return false;
    }
    for (int i = 0; i < node.outputCount(); i++) {
      PartialValue value = node.partialValue(i);
      if (value == null || !value.isFullyKnown()) {
        return false;
      }
    }
    return true;
  }

  private static Graph replace(
      Graph graph, List<Node> nodes, boolean[] isKnown, boolean[] hasEffects) {
    Graph folded = new Graph(graph.registry());
    folded.copyFunctionsOf(graph);
    GraphCopier copier = new GraphCopier(folded);
    for (Node node : nodes) {
      if (!isKnown[node.id()]) {
        copier.copy(node);
        continue;
      }
      for (int i = node.outputCount() - 1; i >= 0; i--) {
        Node constant = constant(folded, copier, node, i, hasEffects);
        copier.redirect(node.output(i), constant.output(0));
        copier.redirectControl(node, constant);
      }
    }
    return copier.finish();
  }

  private static Node constant(
      Graph folded, GraphCopier copier, Node node, int output, boolean[] hasEffects) {
    Tensor value = requireNonNull(node.partialValue(output)).toTensor(node.outputDtype(output));
    String name = node.outputCount() == 1 ? node.name() : node.name() + "/known_" + output;
    NodeBuilder builder =
        folded
            .node("Const", name)
            .attr("value", AttrValue.of(value))
            .attr("dtype", value.dtype())
            .inPlaceOf(node);
    for (Output input : node.inputs()) {
      if (hasEffects[input.node().id()]) {
        builder.controlInput(copier.mapped(input).node());
      }
    }
    for (Node control : node.controlInputs()) {
      if (copier.has(control)) {
        builder.controlInput(copier.mapped(control));
      }
    }
    return builder.buildExact();
  }
}
