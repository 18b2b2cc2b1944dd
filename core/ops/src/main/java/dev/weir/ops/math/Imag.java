package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;

/** {@code output} is the imaginary part of input. */
final class Imag extends ComplexPart {
  Imag() {
    super(
        "Imag(input: T) -> (output: Tout) T:type=complex64 in [complex64,"
            + " complex128]; Tout:type=float in [float, double];");
  }

  @Override
  double part(double real, double imaginary) {
    return imaginary;
  }

  @Override
  Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.node("Complex")
        .input(on.scalar(0, dy))
        .input(dy)
        .attr("Tout", x.dtype())
        .build()
        .output(0);
  }
}
