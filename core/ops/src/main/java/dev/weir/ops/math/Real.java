package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;

/** {@code output} is the real part of input. */
final class Real extends ComplexPart {
  Real() {
    super(
        "Real(input: T) -> (output: Tout) T:type=complex64 in [complex64,"
            + " complex128]; Tout:type=float in [float, double];");
  }

  @Override
  double part(double real, double imaginary) {
    return real;
  }

  @Override
  Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.cast(dy, x.dtype());
  }
}
