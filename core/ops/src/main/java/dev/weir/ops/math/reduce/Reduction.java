package dev.weir.ops.math.reduce;

import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.ReducedDimensions;
import dev.weir.ops.support.ReductionShapes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes one element of all that differ only in their position along the reduced axes: those in
 * {@code reduction_indices}, counted from either end, each given once. Without axes every element
 * is reduced alone; {@code keep_dims} leaves dimensions of size 1 in place of the reduced ones.
 */
abstract class Reduction extends Op {
  Reduction(String signature) {
    super(signature);
  }

  /** How the elements of {@code x} become those of {@code y}. */
  abstract ReducedDimensions.Fold fold(Tensor x, Tensor y);

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    return List.of(ReductionShapes.infer(context, context.attrs().bool("keep_dims")));
  }

  @Override
  public final @Nullable PartialValue partialValue(ShapeContext context, int output) {
    Tensor x = context.constant(0);
    Tensor axes = context.constant(1);
    if (x == null || axes == null || PartialValue.of(x) == null) {
      return null;
    }
    ReducedDimensions dimensions = ReducedDimensions.of(x.shape(), axes);
    Tensor y = Tensor.allocate(x.dtype(), dimensions.result(context.attrs().bool("keep_dims")));
    dimensions.forEachResult(fold(x, y));
    return PartialValue.of(y);
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    boolean keepDims = spec.attrs().bool("keep_dims");
    return context -> {
      Tensor x = context.input(0);
      ReducedDimensions dimensions = ReducedDimensions.of(x.shape(), context.input(1));
      Tensor y = context.allocate(0, dimensions.result(keepDims));
      dimensions.forEachResult(fold(x, y));
    };
  }
}
