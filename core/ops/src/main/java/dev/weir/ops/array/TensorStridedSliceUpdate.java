package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Copies;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.SliceSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * Its input with the elements that a strided slice would take replaced by {@code value}, which
 * broadcasts to the slice.
 */
final class TensorStridedSliceUpdate extends Op {
  TensorStridedSliceUpdate() {
    super(
        "TensorStridedSliceUpdate(input: T, begin: Index, end: Index, strides: Index, value: T) ->"
            + " (output: T) T:type; Index:type in [int32, int64]; begin_mask:int=0; end_mask:int=0;"
            + " ellipsis_mask:int=0; new_axis_mask:int=0; shrink_axis_mask:int=0;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape input = context.input(0);
    SliceSpec spec = SliceSpec.of(context, input, 1);
    if (spec != null && !spec.takes(context.input(4))) {
      throw context.invalid(
          "value must broadcast to the shape of the slice, %s: %s",
          spec.shape(), context.describe(4));
    }
    return List.of(input);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    SliceSpec.Masks masks = SliceSpec.Masks.of(spec.attrs());
    return context -> {
      Tensor in = context.input(0);
      SliceSpec slice = SliceSpec.of(context, in.shape(), 1, masks);
      Tensor out = Copies.writable(context, 0);
      slice.replace(context, out, context.input(4));
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> SliceGradients.replaced(on, context, on.zerosLike(context.input(4))));
    context.flow(4, () -> valueGradient(on, context));
  }

  /** What flows to the slice, summed up where the value was repeated. */
  private static Output valueGradient(GradientOps on, GradientContext context) {
    Output value = context.input(4);
    Output taken = SliceGradients.taken(on, context);
    Shape slice = taken.shape();
    if (slice.isFullyKnown() && slice.elements() == 0) {
      return on.zerosLike(value);
    }
    if (slice.hasRank() && value.shape().hasRank() && value.shape().rank() > slice.rank()) {
      int[] ones = new int[value.shape().rank() - slice.rank()];
      Arrays.fill(ones, 1);
      taken = on.reshape(taken, on.join(on.ints(ones), on.shape(taken)));
    }
    return on.sumTo(taken, value);
  }
}
