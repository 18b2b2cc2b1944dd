package dev.weir.ops.math.reduce;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.ops.support.GradientOps;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/**
 * Running {@code log(exp(x[0]) + … + exp(x[n]))} along an axis, without overflow. The total of
 * nothing is -∞, that of two +∞ NaN, for how far apart they are is not known.
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
    if (greater == Double.NEGATIVE_INFINITY) {
      return greater;
    }
    return greater + Math.log1p(Math.exp(less - greater));
  }

  @Override
  void start(Tensor total, long r) {
    total.setDouble(r, Double.NEGATIVE_INFINITY);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () -> {
          Output given = context.gradient();
          return on.sub(shares(on, context, given), shares(on, context, on.neg(given)));
        });
  }

  /**
   * What flows back of those gradients that are positive. The sum of {@code gradient · exp(x -
   * total)} is made of logarithms too, for totals differ widely.
   */
  private static Output shares(GradientOps on, GradientContext context, Output gradient) {
    Output isPositive = on.op("Greater", gradient, on.scalar(0, gradient));
    Output log = on.op("Log", on.select(isPositive, gradient, on.scalar(1, gradient)));
    Output logs = on.select(isPositive, log, on.scalar(lowest(gradient.dtype()), gradient));
    Output sums = back(context, "CumulativeLogsumexp", on.sub(logs, context.output(0)));
    return on.op("Exp", on.add(sums, context.input(0)));
  }

  /** A number whose exponential is 0, and with which one can still reckon. */
  private static double lowest(DType dtype) {
    return switch (dtype) {
      case FLOAT16 -> -65504;
      case FLOAT64 -> -Double.MAX_VALUE;
      default -> -0x1.fep127; // is in float32 and in bfloat16
    };
  }
}
