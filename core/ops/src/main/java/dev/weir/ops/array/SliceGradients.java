package dev.weir.ops.array;

import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.tensor.DType;

/** Gradients of strided slices, which take begin, end and strides as inputs 1 to 3. */
final class SliceGradients {
  private SliceGradients() {}

  /** The gradient at the places of the slice, 0 elsewhere. */
  static Output scattered(GradientOps on, GradientContext context) {
    // the op that scatters has no int16
    DType wide = context.input(1).dtype() == DType.INT64 ? DType.INT64 : DType.INT32;
    NodeBuilder node =
        on.node("StridedSliceGrad")
            .input(on.cast(on.shape(context.input(0)), wide))
            .input(on.cast(context.input(1), wide))
            .input(on.cast(context.input(2), wide))
            .input(on.cast(context.input(3), wide))
            .input(context.gradient());
    return masks(context).on(node).build().output(0);
  }

  /** The slice of the gradient. */
  static Output taken(GradientOps on, GradientContext context) {
    NodeBuilder node =
        on.node("StridedSlice")
            .input(context.gradient())
            .input(context.input(1))
            .input(context.input(2))
            .input(context.input(3));
    return masks(context).on(node).build().output(0);
  }

  /** The gradient, with another value at the places of the slice. */
  static Output replaced(GradientOps on, GradientContext context, Operand value) {
    NodeBuilder node =
        on.node("TensorStridedSliceUpdate")
            .input(context.gradient())
            .input(context.input(1))
            .input(context.input(2))
            .input(context.input(3))
            .input(value);
    return masks(context).on(node).build().output(0);
  }

  private static SliceMasks masks(GradientContext context) {
    Attributes attrs = context.node().attrs();
    return new SliceMasks(
        attrs.integer("begin_mask"),
        attrs.integer("end_mask"),
        attrs.integer("ellipsis_mask"),
        attrs.integer("new_axis_mask"),
        attrs.integer("shrink_axis_mask"));
  }
}
