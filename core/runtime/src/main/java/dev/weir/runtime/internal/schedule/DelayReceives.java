package dev.weir.runtime.internal.schedule;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Copies a graph so that some receives wait for their gates, and stand after them. */
final class DelayReceives {
  private final Graph part;
  private final Map<Node, Node> gates = new HashMap<>();

  /** The receives and what is computed from them alone: they are copied for their users. */
  private final Set<Node> late = new HashSet<>();

  private final Map<Node, Node> triggers = new HashMap<>();
  private final Graph result;
  private final GraphCopier copier;

  DelayReceives(Graph part, Map<Receive, Node> gates) {
    this.part = part;
    gates.forEach(
        (receive, gate) -> {
          this.gates.put(receive.node(), gate);
          late.add(receive.node());
          late.addAll(receive.handedOn());
        });
    this.result = new Graph(part.registry());
    this.copier = new GraphCopier(result);
  }

  Graph apply() {
    result.copyFunctionsOf(part);
    for (Node node : part.nodes()) {
      if (!late.contains(node)) {
        copy(node);
      }
    }
    return copier.finish();
  }

  /** Copies a node after those of its inputs that were left for it; there are few in a row. */
  private void copy(Node node) {
    for (Output input : node.inputs()) {
      copyIfLate(input.node());
    }
    node.controlInputs().forEach(this::copyIfLate);
    Node gate = gates.get(node);
    if (gate == null) {
      copier.copy(node);
    } else {
      List<Node> controls = List.of(trigger(gate));
      copier.redirectControl(node, result.copyOf(node, List.of(), controls, node.device()));
    }
  }

  private void copyIfLate(Node node) {
    if (late.contains(node) && !copier.has(node)) {
      copy(node);
    }
  }

  private Node trigger(Node gate) {
    return triggers.computeIfAbsent(
        gate,
        key ->
            result
                .node("ControlTrigger", result.freeName("_after/" + gate.name()))
                .controlInput(copier.mapped(gate))
                .device(gate.device())
                .buildExact());
  }
}
