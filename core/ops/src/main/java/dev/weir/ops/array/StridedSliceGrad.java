package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.SliceSpec;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Zeros of the given shape, with {@code dy} where a strided slice of such a tensor would have taken
 * its elements.
 */
final class StridedSliceGrad extends Op {
  StridedSliceGrad() {
    super(
        "StridedSliceGrad(shape: Index, begin: Index, end: Index, strides: Index, dy: T) ->"
            + " (output: T) T:type; Index:type in [int32, int64]; begin_mask:int=0; end_mask:int=0;"
            + " ellipsis_mask:int=0; new_axis_mask:int=0; shrink_axis_mask:int=0;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape shape = Sizes.shape(context, 0);
    SliceSpec spec = SliceSpec.of(context, shape, 1);
    if (spec != null && !spec.shape().isCompatibleWith(context.input(4))) {
      throw context.invalid(
          "dy must have the shape of the slice, %s: %s", spec.shape(), context.describe(4));
    }
    return List.of(shape);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    SliceSpec.Masks masks = SliceSpec.Masks.of(spec.attrs());
    return context -> {
      Shape shape = Shape.of(Sizes.values(context.input(0)));
      SliceSpec slice = SliceSpec.of(context, shape, 1, masks);
      Tensor out = context.allocate(0, shape);
      ElementCopier.clear(out);
      slice.of(out).copyFrom(context, StridedView.of(context.input(4), slice.sizes()));
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(4, () -> SliceGradients.taken(on, context));
  }
}
