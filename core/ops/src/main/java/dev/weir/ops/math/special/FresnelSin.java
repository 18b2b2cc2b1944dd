package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.Fresnel;

/** {@code y = ∫ sin(πt²/2) dt} from 0 to x: Fresnel's sine integral. */
final class FresnelSin extends UnaryOp {
  FresnelSin() {
    super("FresnelSin(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return Fresnel.sine(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.op("Sin", on.mul(Math.PI / 2, on.square(x))));
  }
}
