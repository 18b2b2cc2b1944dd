package dev.weir.autodiff;

import dev.weir.error.ErrorCode;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a part of a graph, to be run in the backward pass. What flows into it passes gates:
 * identities that wait for the gradients that arrive at the part. So the copy cannot run earlier,
 * and no pass can take it for the same as the original. They also wait until the part before is
 * done with, or the values of several parts would be there at once.
 *
 * <pre>
 * x ──▶ part ──▶ y          x ──▶ gate ──▶ copy ──▶ gradients of part
 *                           dy ┄┄▶ gate
 * </pre>
 *
 * <p>Not copied, but taken from the forward pass, is what has effects or would not give the same
 * again: reads of variables, random numbers; and what does not depend on numbers that flow in, such
 * as constants.
 */
final class Recomputation {
  private static final Set<NodeKind> COPIED =
      Set.of(NodeKind.ORDINARY, NodeKind.SWITCH, NodeKind.MERGE);

  private final Scope scope;
  private final List<Node> awaited;
  private final Map<Node, Node> copies = new LinkedHashMap<>();
  private final Map<Output, Node> gates = new HashMap<>();
  private final List<Node> built = new ArrayList<>();

  private Recomputation(Scope scope, Collection<Node> arriving, Collection<Node> before) {
    this.scope = scope.withSubScope("recompute");
    this.awaited = new ArrayList<>(arriving);
    if (!before.isEmpty()) {
      // runs also if one of them is dead, as in a branch that was not taken
      awaited.add(this.scope.withControlDependencies(before).node("ControlTrigger").build());
    }
  }

  /**
   * Copies nodes, inputs before their users.
   *
   * @param arriving the gradients the copy waits for
   * @param before what came of the part before
   */
  static Recomputation of(
      Scope scope, List<Node> part, Collection<Node> arriving, Collection<Node> before) {
    Recomputation again = new Recomputation(scope, arriving, before);
    part.forEach(again::copyIfPossible);
    return again;
  }

  /** The copy of a node; null if there is none. */
  @Nullable Node copyOf(Node original) {
    return copies.get(original);
  }

  /** All copies, by their originals. */
  Map<Node, Node> copies() {
    return copies;
  }

  /** The gates, by what passes them. */
  Map<Output, Node> gates() {
    return gates;
  }

  /** Copies and gates, inputs before their users. */
  List<Node> built() {
    return built;
  }

  private void copyIfPossible(Node node) {
    boolean isSame =
        COPIED.contains(node.op().kind())
            && !node.op().signature().stateful()
            && node.inputs().stream().noneMatch(Output::isReference);
    if (!isSame || node.inputs().stream().noneMatch(this::changesWithInput)) {
      return;
    }
    List<Output> inputs = new ArrayList<>();
    for (Output input : node.inputs()) {
      if (input.node().id() > node.id()) {
        throw node.error(
            ErrorCode.UNIMPLEMENTED, "loops are not computed once more in the backward pass");
      }
      inputs.add(standIn(input));
    }
    NodeBuilder builder =
        scope.graph().node(node.op().signature().name(), scope.prefix() + node.name());
    for (Map.Entry<String, AttrValue> attr : node.attrs().asMap().entrySet()) {
      builder.attr(attr.getKey(), attr.getValue());
    }
    builder.flatInputs(inputs).device(node.device());
    for (Node control : node.controlInputs()) {
      builder.controlInput(copies.getOrDefault(control, control));
    }
    Node copy = builder.build();
    copies.put(node, copy);
    built.add(copy);
  }

  private boolean changesWithInput(Output input) {
    return copies.containsKey(input.node()) || isGated(input);
  }

  private static boolean isGated(Output input) {
    return Backpropagation.isNumber(input) && input.node().op().kind() != NodeKind.CONSTANT;
  }

  private Output standIn(Output input) {
    Node copy = copies.get(input.node());
    if (copy != null) {
      return copy.output(input.index());
    }
    return isGated(input) ? gates.computeIfAbsent(input, this::gate).output(0) : input;
  }

  private Node gate(Output input) {
    Node gate =
        scope
            .withName("gate")
            .withDevice(input.node().device())
            .withControlDependencies(awaited)
            .node("Identity")
            .input(input)
            .build();
    built.add(gate);
    return gate;
  }
}
