package dev.weir.ops.math.special;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.special.HurwitzZeta;

/**
 * {@code z} is the derivative of order a of the digamma function at x, broadcasting; NaN unless a
 * is a whole number from 0.
 */
final class Polygamma extends BinaryOp {
  Polygamma() {
    super("Polygamma(a: T, x: T) -> (z: T) T:type in [float, double];");
  }

  @Override
  protected double real(double a, double x) {
    return HurwitzZeta.polygamma(a, x);
  }

  /** By x only: the order is a whole number. */
  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output a = context.input(0);
    Output x = context.input(1);
    context.flow(
        1,
        () -> {
          Output slope = on.op("Polygamma", on.add(a, on.scalar(1, a)), x);
          return on.sumTo(on.mul(context.gradient(), slope), x);
        });
  }
}
