package dev.weir.ops.math.reduce;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.ops.support.Folds;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Limits;
import dev.weir.ops.support.ReducedDimensions;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/**
 * The square root of the sum of {@code |x|²} along axes; 0 of none. The squares of integers are
 * added in the type and may wrap; the root is rounded toward zero, and is 0 of a sum that became
 * negative.
 */
final class EuclideanNorm extends Reduction {
  EuclideanNorm() {
    super(
        "EuclideanNorm(input: T, reduction_indices: Tidx) -> (output: T) keep_dims:bool=false;"
            + " T:type in [float, double, int32, uint8, int16, int8, complex64, int64, qint8,"
            + " quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32,"
            + " uint64]; Tidx:type=int32 in [int32, int64];");
  }

  @Override
  ReducedDimensions.Fold fold(Tensor x, Tensor y) {
    DType dtype = x.dtype();
    if (dtype.isComplex()) {
      return Folds.complex(
          x,
          y,
          0,
          (a, b, c, d, out) -> out.set(a + c * c + d * d, 0),
          (total, n) -> Math.sqrt(total));
    }
    return dtype.isFloating()
        ? Folds.real(x, y, 0, (total, a) -> total + a * a, (total, n) -> Math.sqrt(total))
        : Folds.integer(x, y, 0, (total, a) -> total + a * a, (total, n) -> root(dtype, total));
  }

  private static long root(DType dtype, long total) {
    long wrapped = Limits.wrap(dtype, total);
    double square = wrapped < 0 && dtype == DType.UINT64 ? wrapped + 0x1p64 : wrapped;
    return (long) Math.sqrt(square);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () -> {
          Output norm = Stretching.keepingDimensions(on, context, context.output(0));
          // the norm is real, so that only the real part of its gradient counts
          Output real = on.cast(on.real(context.gradient()), norm.dtype());
          Output given = Stretching.keepingDimensions(on, context, real);
          return on.div(context.input(0), on.div(norm, given));
        });
  }
}
