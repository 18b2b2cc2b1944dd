package dev.weir.runtime.internal.optimize;

import dev.weir.graph.Algebra;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.GraphPass;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Drops operations that change nothing, by the laws their ops declare ({@link Algebra}): operations
 * with a neutral element, an operation applied twice that undoes itself, or that does nothing the
 * second time. Only where the result is the same to the last bit and has the same shape.
 *
 * <pre>
 * before:  %b = Mul(%x, 1)  %c = Neg(%b)  %d = Neg(%c)  %e = Abs(%d)  %f = Abs(%e)
 * after:   %e = Abs(%x)
 * </pre>
 */
final class SimplifyArithmetic implements GraphPass {
  static final String NAME = "simplify-arithmetic";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Graph apply(Graph graph, Set<String> kept) {
    Graph simpler = new Graph(graph.registry());
    simpler.copyFunctionsOf(graph);
    GraphCopier copier = new GraphCopier(simpler);
    boolean changed = false;
    for (Node node : graph.nodes()) {
      Output same = isCandidate(node, kept) ? equivalent(node, copier) : null;
      if (same != null && same.isReference()) {
        same = null; // what is read later may be another value
      }
      copier.copy(node); // unused nodes are dropped as dead code
      if (same != null) {
        copier.redirect(node.output(0), same);
        changed = true;
      }
    }
    copier.finish();
    return changed ? simpler : graph;
  }

  private static boolean isCandidate(Node node, Set<String> kept) {
    return GraphPass.isFree(node, kept)
        && node.op().kind() == NodeKind.ORDINARY
        && node.outputCount() == 1
        && node.controlInputs().isEmpty()
        && !node.op().algebra().equals(Algebra.NONE);
  }

  /**
   * The value, in the new graph, that a node's output is always equal to; null if none is known.
   */
  private static @Nullable Output equivalent(Node node, GraphCopier copier) {
    Algebra laws = node.op().algebra();
    if (node.inputCount() == 1) {
      Output input = copier.mapped(node.input(0));
      Node inner = input.node();
      boolean applied = inner.op().equals(node.op()) && inner.attrs().equals(node.attrs());
      if (applied && laws.idempotent()) {
        return input;
      }
      // what the inner one waits for, or is dead with, must not be lost
      return applied && laws.involution() && inner.controlInputs().isEmpty()
          ? inner.input(0)
          : null;
    }
    if (node.inputCount() != 2 || (isFloating(node) && !laws.exactForFloats())) {
      return null;
    }
    if (laws.rightNeutral() != null && isNeutral(node, 0, 1, laws.rightNeutral())) {
      return copier.mapped(node.input(0));
    }
    return laws.leftNeutral() != null && isNeutral(node, 1, 0, laws.leftNeutral())
        ? copier.mapped(node.input(1))
        : null;
  }

  private static boolean isFloating(Node node) {
    DType dtype = node.outputDtype(0);
    return dtype.isFloating() || dtype.isComplex();
  }

  /** Whether one operand is all neutral elements and the other already has the result's shape. */
  private static boolean isNeutral(Node node, int operand, int constant, double neutral) {
    Node producer = node.input(constant).node();
    Shape shape = node.input(operand).shape();
    if (producer.op().kind() != NodeKind.CONSTANT
        || !producer.controlInputs().isEmpty()
        || !shape.isFullyKnown()
        || !shape.equals(node.outputShape(0))
        || node.input(operand).dtype() != node.outputDtype(0)) {
      return false;
    }
    Tensor value = producer.attrs().tensor("value");
    if (value.dtype().isObject()) {
      return false;
    }
    for (long i = 0; i < value.elements(); i++) {
      if (value.getDouble(i) != neutral || value.getImaginary(i) != 0) {
        return false;
      }
    }
    return true;
  }
}
