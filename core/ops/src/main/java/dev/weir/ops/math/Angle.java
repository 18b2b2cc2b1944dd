package dev.weir.ops.math;

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
}
