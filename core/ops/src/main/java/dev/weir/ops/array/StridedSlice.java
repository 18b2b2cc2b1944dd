package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.SliceSpec;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every {@code strides}-th position of its input from {@code begin} up to {@code end}, dimension by
 * dimension, as {@code x[1:5:2, ..., -1]} in NumPy. Positions count from the end if negative, and
 * are clamped to the input unless the dimension is shrunk to one position.
 */
final class StridedSlice extends Op {
  StridedSlice() {
    super(
        "StridedSlice(input: T, begin: Index, end: Index, strides: Index) -> (output: T) T:type;"
            + " Index:type in [int16, int32, int64]; begin_mask:int=0; end_mask:int=0;"
            + " ellipsis_mask:int=0; new_axis_mask:int=0; shrink_axis_mask:int=0;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    SliceSpec spec = SliceSpec.of(context, context.input(0), 1);
    return List.of(spec == null ? Shape.unknown() : spec.shape());
  }

  /** A part of a vector, or one of its elements. */
  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    PartialValue whole = context.partialValue(0);
    SliceSpec.Masks masks = SliceSpec.Masks.of(context.attrs());
    if (whole == null
        || whole.isScalar()
        || !context.input(1).equals(Shape.of(1))
        || masks.ellipsis() != 0
        || masks.newAxis() != 0) {
      return null;
    }
    long[] begin = masks.begin() == 0 ? Sizes.values(context, 1) : new long[1];
    long[] end = masks.end() == 0 ? Sizes.values(context, 2) : new long[1];
    long[] strides = Sizes.values(context, 3);
    if (begin == null || end == null || strides == null) {
      return null;
    }
    PartialValue taken = new SliceSpec(whole.shape(), begin, end, strides, masks).of(whole);
    return masks.shrink() != 0 ? taken.asScalar() : taken;
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    SliceSpec.Masks masks = SliceSpec.Masks.of(spec.attrs());
    return context -> {
      Tensor in = context.input(0);
      SliceSpec slice = SliceSpec.of(context, in.shape(), 1, masks);
      if (slice.isAll()) {
        context.set(0, in.reshaped(slice.shape()));
        return;
      }
      Tensor out = context.allocate(0, slice.shape());
      StridedView.of(out, slice.sizes()).copyFrom(context, slice.of(in));
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> SliceGradients.scattered(on, context));
  }
}
