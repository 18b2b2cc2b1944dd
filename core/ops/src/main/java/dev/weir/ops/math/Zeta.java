package dev.weir.ops.math;

import dev.weir.ops.math.special.HurwitzZeta;

/**
 * {@code z = Σ (q + k)^-x} over k from 0: the Hurwitz zeta function, broadcasting; see {@link
 * HurwitzZeta} for its poles.
 */
final class Zeta extends BinaryOp {
  Zeta() {
    super("Zeta(x: T, q: T) -> (z: T) T:type in [float, double];");
  }

  @Override
  double real(double x, double q) {
    return HurwitzZeta.zeta(x, q);
  }
}
