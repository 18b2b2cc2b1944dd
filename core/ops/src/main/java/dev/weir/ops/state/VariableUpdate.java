package dev.weir.ops.state;

import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** How an op changes the value of the variable that is its input 0. */
interface VariableUpdate {
  /** Makes the update of a node: its elements' type and its attributes. */
  @FunctionalInterface
  interface Factory {
    VariableUpdate create(DType dtype, Attributes attrs);
  }

  /**
   * Refuses inputs that do not fit a variable of this shape. Returns what is known of its shape
   * afterward.
   */
  Shape check(ShapeContext context, Shape variable);

  /**
   * The value after the change: the same tensor if {@link Updates#writable} allows it. Nothing is
   * changed if this fails.
   */
  Tensor apply(KernelContext context, Tensor before);
}
