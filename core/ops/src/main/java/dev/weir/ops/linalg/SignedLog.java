package dev.weir.ops.linalg;

import dev.weir.tensor.Tensor;

/** A number as a sign (of absolute value 1, or 0) and the logarithm of its absolute value. */
record SignedLog(Complex sign, double log) {
  private static final SignedLog ZERO = new SignedLog(Complex.ZERO, Double.NEGATIVE_INFINITY);

  static SignedLog determinant(Matrix matrix) {
    LuFactors lu = LuFactors.of(matrix);
    Complex sign = new Complex(lu.sign(), 0);
    double log = 0;
    for (int i = 0; i < matrix.rows; i++) {
      Complex pivot = lu.factors.at(i, i);
      if (pivot.isZero()) {
        return ZERO;
      }
      log += Math.log(pivot.abs());
      sign = sign.times(direction(pivot));
    }
    return log == Double.NEGATIVE_INFINITY ? ZERO : new SignedLog(sign, log);
  }

  /** A number divided by its absolute value, which may be ∞ if it is real. */
  private static Complex direction(Complex number) {
    return number.im() == 0
        ? new Complex(Math.signum(number.re()), 0)
        : number.times(1 / number.abs());
  }

  /** Sets an element of a real or complex tensor. */
  static void set(Tensor output, long i, Complex value) {
    if (output.dtype().isComplex()) {
      output.setComplex(i, value.re(), value.im());
    } else {
      output.setDouble(i, value.re());
    }
  }
}
