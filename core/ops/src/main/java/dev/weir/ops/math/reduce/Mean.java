package dev.weir.ops.math.reduce;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.ops.support.Folds;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.ReducedDimensions;
import dev.weir.tensor.Tensor;

/**
 * The arithmetic mean of elements along axes; of none it is NaN, or 0 for integers and complex
 * numbers. Integers are added in 64 bits and divided toward zero.
 */
final class Mean extends Reduction {
  Mean() {
    super(
        "Mean(input: T, reduction_indices: Tidx) -> (output: T) keep_dims:bool=false; T:type in"
            + " [float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,"
            + " bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64];"
            + " Tidx:type=int32 in [int32, int64];");
  }

  @Override
  ReducedDimensions.Fold fold(Tensor x, Tensor y) {
    if (x.dtype().isComplex()) {
      return Folds.complex(
          x,
          y,
          0,
          (a, b, c, d, out) -> out.set(a + c, b + d),
          (total, count) -> count == 0 ? 0 : total / count);
    }
    if (x.dtype().isFloating()) {
      return Folds.real(x, y, 0, Double::sum, (total, count) -> total / count);
    }
    boolean isUnsigned = x.dtype().isUnsigned();
    return Folds.integer(x, y, 0, Long::sum, (total, count) -> divide(total, count, isUnsigned));
  }

  private static long divide(long total, long count, boolean isUnsigned) {
    if (count == 0) {
      return 0;
    }
    return isUnsigned ? Long.divideUnsigned(total, count) : total / count;
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () -> {
          Output share = on.div(context.gradient(), Stretching.count(on, context));
          return Stretching.toInput(on, context, share);
        });
  }
}
