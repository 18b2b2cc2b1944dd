package dev.weir.graph;

import dev.weir.error.WeirException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Copies nodes of a graph into another, one at a time and inputs first, redirecting edges on the
 * way. What every pass is made of.
 */
public final class GraphCopier {
  private record BackEdge(Node merge, int input, Output original) {}

  private final Graph target;
  private @Nullable Graph source;

  /** What stands for the nodes of the source, by their position in it. */
  private @Nullable Node[] copies = new Node[16];

  private final Map<Output, Output> redirected = new HashMap<>();
  private final List<BackEdge> backEdges = new ArrayList<>();

  public GraphCopier(Graph target) {
    this.target = target;
  }

  /** The graph that is copied into. */
  public Graph target() {
    return target;
  }

  /** Has later copies take {@code replacement} as an input where they took {@code original}. */
  public void redirect(Output original, Output replacement) {
    redirected.put(original, replacement);
  }

  /** Has later copies wait for {@code replacement} where they waited for {@code original}. */
  public void redirectControl(Node original, Node replacement) {
    put(original, replacement);
  }

  private void put(Node original, Node copy) {
    if (source == null) {
      source = original.graph();
    } else if (source != original.graph()) {
      throw WeirException.internal("%s is in another graph than the nodes copied so far", original);
    }
    if (original.id() >= copies.length) {
      copies = Arrays.copyOf(copies, Math.max(original.id() + 1, 2 * copies.length));
    }
    copies[original.id()] = copy;
  }

  /** Whether a node was copied, or something else stands for it. */
  public boolean has(Node original) {
    return find(original) != null;
  }

  private @Nullable Node find(Node original) {
    return original.id() < copies.length && original.graph() == source
        ? copies[original.id()]
        : null;
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
    Node copy = find(original);
    if (copy == null) {
      throw WeirException.internal("%s is needed, but was not copied", original);
    }
    return copy;
  }

  /** Copies a node with its device. */
  public Node copy(Node original) {
    return copy(original, original.device());
  }

  /** Copies a node with its device, and infers anew what follows from its inputs. */
  public Node copyInferred(Node original) {
    return copy(original, original.device(), true);
  }

  /** Copies a node, placing it on a device. */
  public Node copy(Node original, String device) {
    return copy(original, device, false);
  }

  private Node copy(Node original, String device, boolean infers) {
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
    List<Node> controls = mappedControls(original);
    Node copy =
        infers
            ? target.inferredCopyOf(original, inputs, controls, !late.isEmpty())
            : target.copyOf(original, inputs, controls, device);
    put(original, copy);
    late.forEach(i -> backEdges.add(new BackEdge(copy, i, original.input(i))));
    return copy;
  }

  /**
   * Copies a node as one of another op with the same interface, and other inputs. The op need not
   * be registered.
   */
  public Node copyAs(Node original, OpDefinition op, List<Output> inputs) {
    Node copy = target.copyOf(original, op, inputs, mappedControls(original), original.device());
    put(original, copy);
    return copy;
  }

  private List<Node> mappedControls(Node original) {
    if (original.controlInputs().isEmpty()) {
      return List.of();
    }
    Set<Node> controls = new LinkedHashSet<>();
    for (Node control : original.controlInputs()) {
      Node copy = find(control);
      if (copy != null) {
        controls.add(copy);
      }
    }
    return List.copyOf(controls);
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
