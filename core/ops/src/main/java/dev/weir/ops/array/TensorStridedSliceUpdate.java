package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.SliceSpec;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** Its input with the elements that a strided slice would take replaced by {@code value}. */
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
    if (spec != null && !spec.shape().isCompatibleWith(context.input(4))) {
      throw context.invalid(
          "value must have the shape of the slice, %s: %s", spec.shape(), context.describe(4));
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
      slice.of(out).copyFrom(StridedView.of(context.input(4), slice.sizes()));
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> SliceGradients.replaced(on, context, on.zerosLike(context.input(4))));
    context.flow(4, () -> on.sumTo(SliceGradients.taken(on, context), context.input(4)));
  }
}
