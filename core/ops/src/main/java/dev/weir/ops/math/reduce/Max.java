package dev.weir.ops.math.reduce;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.Folds;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Limits;
import dev.weir.ops.support.ReducedDimensions;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/**
 * The greatest of the elements along axes, or NaN if one is NaN; of none it is -∞, or the least
 * integer of the type.
 */
final class Max extends Reduction {
  Max() {
    super(
        "Max(input: T, reduction_indices: Tidx) -> (output: T) keep_dims:bool=false; T:type in"
            + " [float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32,"
            + " uint64, qint8, quint8, qint32, qint16, quint16]; Tidx:type=int32 in [int32,"
            + " int64];");
  }

  @Override
  ReducedDimensions.Fold fold(Tensor x, Tensor y) {
    DType dtype = x.dtype();
    return dtype.isFloating()
        ? Folds.real(x, y, Double.NEGATIVE_INFINITY, Math::max, (total, count) -> total)
        : Folds.integer(
            x, y, Limits.least(dtype), (a, b) -> Limits.max(dtype, a, b), (total, count) -> total);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> Stretching.amongChosen(on, context));
  }
}
