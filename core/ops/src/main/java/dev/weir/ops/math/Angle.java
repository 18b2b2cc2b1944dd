package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;

/** {@code output} is the angle of input in the complex plane, between -π and π. */
final class Angle extends ComplexPart {
  Angle() {
    super(
        "Angle(input: T) -> (output: Tout) T:type=complex64 in [complex64,"
            + " complex128]; Tout:type=float in [float, double];");
  }

  @Override
  double part(double real, double imaginary) {
    return Math.atan2(imaginary, real);
  }

  @Override
  Output derivative(GradientOps on, Output x, Output y, Output dy) {
    Output turned =
        on.node("Complex")
            .input(on.imaginary(x))
            .input(on.real(x))
            .attr("Tout", x.dtype())
            .build()
            .output(0);
    return on.neg(on.div(on.cast(dy, x.dtype()), turned));
  }
}
