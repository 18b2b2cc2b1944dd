package dev.weir.ops.math;

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
}
