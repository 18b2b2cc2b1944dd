package dev.weir.ops.math;

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
}
