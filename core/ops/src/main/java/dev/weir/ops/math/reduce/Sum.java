package dev.weir.ops.math.reduce;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.Folds;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.ReducedDimensions;
import dev.weir.tensor.Tensor;

/**
 * The sum of elements along axes; 0 of none. Integers wrap; floating numbers are added in double
 * precision.
 */
final class Sum extends Reduction {
  Sum() {
    super(
        "Sum(input: T, reduction_indices: Tidx) -> (output: T) keep_dims:bool=false; T:type in"
            + " [float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,"
            + " bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64];"
            + " Tidx:type=int32 in [int32, int64];");
  }

  @Override
  ReducedDimensions.Fold fold(Tensor x, Tensor y) {
    return Folds.sum(x, y);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> Stretching.toInput(on, context, context.gradient()));
  }
}
