package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.Fresnel;

/** {@code y = ∫ cos(πt²/2) dt} from 0 to x: Fresnel's cosine integral. */
final class FresnelCos extends UnaryOp {
  FresnelCos() {
    super("FresnelCos(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return Fresnel.cosine(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.op("Cos", on.mul(Math.PI / 2, on.square(x))));
  }
}
