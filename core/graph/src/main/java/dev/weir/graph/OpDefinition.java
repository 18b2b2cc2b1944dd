package dev.weir.graph;

import dev.weir.error.ErrorCode;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All there is to know about an op, in one place: its interface, how shapes follow from shapes, its
 * properties, and a kernel in plain loops that defines what it computes. One class an op,
 * stateless.
 */
public interface OpDefinition {
  /** Name, inputs, outputs and attributes. Always the same object. */
  Signature signature();

  /** The shapes of all outputs. Throws where the inputs cannot be right. */
  List<Shape> inferShapes(ShapeContext context);

  /** The reference kernel for a node: slow, obvious, and the definition of the op. */
  Kernel kernel(KernelSpec spec);

  /** Why the op has no gradient; null if it has one. */
  default @Nullable String notDifferentiable() {
    return null;
  }

  /**
   * Builds the gradients with respect to the inputs out of those with respect to the outputs. Every
   * op has it that does not say why it is {@link #notDifferentiable}.
   */
  default void gradient(GradientContext context) {
    throw context.node().error(ErrorCode.UNIMPLEMENTED, "its gradient is not defined");
  }

  /** What the runtime must know to run it; ordinary unless the op steers the flow itself. */
  default NodeKind kind() {
    return NodeKind.ORDINARY;
  }

  /** Roughly how much it computes per byte of its inputs and outputs, 1 being a plain pass. */
  default double workPerByte() {
    return 1;
  }

  /**
   * Whether a stateful op only looks at state. It then may be left out where nothing needs what it
   * gives.
   */
  default boolean onlyReads() {
    return false;
  }

  /** The laws the op obeys, for passes that simplify. */
  default Algebra algebra() {
    return Algebra.NONE;
  }

  /** Its properties, for passes that fuse nodes or choose layouts. */
  default OpTraits traits() {
    return OpTraits.NONE;
  }

  /**
   * What is known of an output that is a scalar or vector of integers, as far as it follows from
   * shapes and constants; null if nothing is. Only called for such outputs.
   */
  default @Nullable PartialValue partialValue(ShapeContext context, int output) {
    return null;
  }

  /** What is known of the state behind a resource output; null if nothing. */
  default Node.@Nullable HandleData handle(ShapeContext context, int output) {
    return null;
  }
}
