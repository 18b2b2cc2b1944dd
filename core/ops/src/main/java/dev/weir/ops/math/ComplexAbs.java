package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;

/** {@code y = |x|}, the absolute value of complex numbers. */
final class ComplexAbs extends ComplexPart {
  ComplexAbs() {
    super(
        "ComplexAbs(x: T) -> (y: Tout) T:type=complex64 in [complex64, complex128];"
            + " Tout:type=float in [float, double];");
  }

  @Override
  double part(double real, double imaginary) {
    return Math.hypot(real, imaginary);
  }

  @Override
  Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(on.op("DivNoNan", on.cast(dy, x.dtype()), on.cast(y, x.dtype())), x);
  }
}
