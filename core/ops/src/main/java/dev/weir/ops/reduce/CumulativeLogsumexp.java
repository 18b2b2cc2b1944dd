package dev.weir.ops.reduce;

import dev.weir.ops.support.BinaryKernels;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/**
 * Running {@code log(exp(x[0]) + … + exp(x[n]))} along an axis, without overflow. The total of
 * nothing is -∞.
 */
final class CumulativeLogsumexp extends Scan {
  CumulativeLogsumexp() {
    super(
        "CumulativeLogsumexp(x: T, axis: Tidx) -> (out: T) exclusive:bool=false;"
            + " reverse:bool=false; T:type in [bfloat16, half, float, double]; Tidx:type=int32 in"
            + " [int32, int64];");
  }

  @Override
  BinaryKernels.Cell step(DType dtype) {
    return (x, i, y, j, z, r) -> z.setDouble(r, logOfSum(x.getDouble(i), y.getDouble(j)));
  }

  private static double logOfSum(double a, double b) {
    double greater = Math.max(a, b);
    double less = Math.min(a, b);
    if (Double.isInfinite(greater)) {
      return greater;
    }
    return greater + Math.log1p(Math.exp(less - greater));
  }

  @Override
  void start(Tensor total, long r) {
    total.setDouble(r, Double.NEGATIVE_INFINITY);
  }
}
