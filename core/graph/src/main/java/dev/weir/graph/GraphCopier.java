package dev.weir.graph;

import dev.weir.error.WeirException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Copies nodes of a graph into another, one at a time and inputs first, redirecting edges on the
 * way. What every pass is made of.
 */
public final class GraphCopier {
  private record BackEdge(Node merge, int input, Output original) {}

  private final Graph target;
  private final Map<Node, Node> copies = new IdentityHashMap<>();
  private final Map<Output, Output> redirected = new HashMap<>();
  private final List<BackEdge> backEdges = new ArrayList<>();

  public GraphCopier(Graph target) {
    this.target = target;
  }

  /** The graph that is copied into. */
  public Graph target() {
    return target;
  }

  /** From now on, who takes {@code original} as an input takes {@code replacement} instead. */
  public void redirect(Output original, Output replacement) {
    redirected.put(original, replacement);
  }

  /** From now on, who waits for {@code original} waits for {@code replacement} instead. */
  public void redirectControl(Node original, Node replacement) {
    copies.put(original, replacement);
  }

  /** Whether a node was copied, or something else stands for it. */
  public boolean has(Node original) {
    return copies.containsKey(original);
  }

  /** What stands for an output in the target. */
  public Output mapped(Output original) {
    Output replacement = redirected.get(original);
    return replacement != null
        ? replacement
        : new Output(mapped(original.node()), original.index());
  }

  /** What stands for a node in the target. */
  public Node mapped(Node original) {
    Node copy = copies.get(original);
    if (copy == null) {
      throw WeirException.internal("%s is needed, but was not copied", original);
    }
    return copy;
  }

  /** Copies a node with its device. */
  public Node copy(Node original) {
    return copy(original, original.device());
  }

  /** Copies a node, placing it on a device. */
  public Node copy(Node original, String device) {
    List<Output> inputs = new ArrayList<>(original.inputCount());
    List<Integer> late = new ArrayList<>(0);
    for (int i = 0; i < original.inputCount(); i++) {
      Output input = original.input(i);
      if (isBackEdge(original, input) && !redirected.containsKey(input)) {
        late.add(i);
        inputs.add(input);
      } else {
        inputs.add(mapped(input));
      }
    }
    for (int i : late) { // any input of the right type will do until the loop is closed
      inputs.set(i, inputs.get(late.contains(0) ? inputs.size() - 1 : 0));
    }
    Set<Node> controls = new LinkedHashSet<>();
    for (Node control : original.controlInputs()) {
      if (copies.containsKey(control)) {
        controls.add(mapped(control));
      }
    }
    Node copy = target.copyOf(original, inputs, List.copyOf(controls), device);
    copies.put(original, copy);
    late.forEach(i -> backEdges.add(new BackEdge(copy, i, original.input(i))));
    return copy;
  }

  private static boolean isBackEdge(Node node, Output input) {
    return node.op().kind() == NodeKind.MERGE && input.node().id() > node.id();
  }

  /** Closes the loops. To be called when everything has been copied. */
  public Graph finish() {
    for (BackEdge edge : backEdges) {
      target.connectBackEdge(edge.merge(), edge.input(), mapped(edge.original()));
    }
    backEdges.clear();
    return target;
  }
}
