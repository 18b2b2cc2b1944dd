package dev.weir.ops.math.special;

import dev.weir.error.ErrorCode;
import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.special.HurwitzZeta;

/**
 * {@code z = Σ (q + k)^-x} over k from 0: the Hurwitz zeta function, broadcasting; see {@link
 * HurwitzZeta} for its poles.
 */
final class Zeta extends BinaryOp {
  Zeta() {
    super("Zeta(x: T, q: T) -> (z: T) T:type in [float, double];");
  }

  @Override
  protected double real(double x, double q) {
    return HurwitzZeta.zeta(x, q);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output x, Output q, Output z, Output dz) {
    throw z.node().error(ErrorCode.UNIMPLEMENTED, "its derivative by x is not defined, only by q");
  }

  @Override
  protected Output derivativeY(GradientOps on, Output x, Output q, Output z, Output dz) {
    Output slope = on.op("Zeta", on.add(x, on.scalar(1, x)), q);
    return on.neg(on.mul(dz, on.mul(x, slope)));
  }
}
