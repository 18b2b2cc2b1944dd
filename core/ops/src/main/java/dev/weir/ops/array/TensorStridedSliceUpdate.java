package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.SliceSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
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
      slice.replace(out, context.input(4));
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> SliceGradients.replaced(on, context, on.zerosLike(context.input(4))));
    context.flow(4, () -> on.sumTo(SliceGradients.taken(on, context), context.input(4)));
  }
}
