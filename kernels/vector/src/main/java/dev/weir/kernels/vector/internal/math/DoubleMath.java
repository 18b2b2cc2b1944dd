package dev.weir.kernels.vector.internal.math;

import dev.weir.kernels.vector.internal.support.Fma;

/**
 * Functions of single doubles that give the very bits that {@link DoubleExp} and {@link DoubleLog}
 * give for vectors: the same steps in the same order, with the same numbers.
 */
public final class DoubleMath {
  static final double LOG2_E = 1.4426950408889634;
  static final double MINUS_LN2_HIGH = -6.93147180369123816490e-1;
  static final double MINUS_LN2_LOW = -1.90821492927058770002e-10;
  static final double ROUND = 0x1.8p52;
  static final double HIGHEST = 710;
  static final double LOWEST = -746;

  /** Below this {@code e^x - 1} is -1, and nearer to 0 than the other it is x. */
  static final double EXPM1_LOWEST = -40;

  static final double LINEAR = 0x1p-54;

  static final double TANH_LARGEST = 20;

  // 1 / k!: the Taylor series of the exponential.
  static final double E2 = 1.0 / 2;
  static final double E3 = 1.0 / 6;
  static final double E4 = 1.0 / 24;
  static final double E5 = 1.0 / 120;
  static final double E6 = 1.0 / 720;
  static final double E7 = 1.0 / 5040;
  static final double E8 = 1.0 / 40320;
  static final double E9 = 1.0 / 362880;
  static final double E10 = 1.0 / 3628800;
  static final double E11 = 1.0 / 39916800;
  static final double E12 = 1.0 / 479001600;
  static final double E13 = 1.0 / 6227020800.0;

  static final double THIRD = 1 / 3.0;
  static final double LN2_HIGH = 6.93147180369123816490e-1;
  static final double LN2_LOW = 1.90821492927058770002e-10;
  static final double TWO_54 = 0x1p54;
  static final double MINUS_54 = -54;
  static final double SHIFT = 0x1.8p52;
  static final long TWO_THIRDS_BITS = Double.doubleToRawLongBits(2.0 / 3);
  static final long EXPONENT_BITS = 0xFFFL << 52;

  // 2 / (2 k + 1): the coefficients of 2 atanh(s) / s in powers of s^2.
  static final double A1 = 2.0 / 3;
  static final double A2 = 2.0 / 5;
  static final double A3 = 2.0 / 7;
  static final double A4 = 2.0 / 9;
  static final double A5 = 2.0 / 11;
  static final double A6 = 2.0 / 13;
  static final double A7 = 2.0 / 15;
  static final double A8 = 2.0 / 17;
  static final double A9 = 2.0 / 19;
  static final double A10 = 2.0 / 21;
  static final double A11 = 2.0 / 23;

  private static final long ROUND_BITS = Double.doubleToRawLongBits(ROUND);

  private DoubleMath() {}

  public static double exp(double x) {
    double y = x > HIGHEST ? HIGHEST : x;
    y = x < LOWEST ? LOWEST : y;
    double shifted = Fma.multiplyAdd(y, LOG2_E, ROUND);
    double n = shifted - ROUND;
    double r = Fma.multiplyAdd(n, MINUS_LN2_HIGH, y);
    r = Fma.multiplyAdd(n, MINUS_LN2_LOW, r);
    double p = lessOne(r) + 1;
    long exponent = Double.doubleToRawLongBits(shifted) - ROUND_BITS;
    long half = exponent >> 1;
    return p * powerOfTwo(half) * powerOfTwo(exponent - half);
  }

  public static double expm1(double x) {
    double y = x > HIGHEST ? HIGHEST : x;
    y = x < EXPM1_LOWEST ? EXPM1_LOWEST : y;
    double shifted = Fma.multiplyAdd(y, LOG2_E, ROUND);
    double n = shifted - ROUND;
    double r = Fma.multiplyAdd(n, MINUS_LN2_HIGH, y);
    r = Fma.multiplyAdd(n, MINUS_LN2_LOW, r);
    double half = powerOfTwo(Double.doubleToRawLongBits(shifted) - ROUND_BITS - 1);
    double result = Fma.multiplyAdd(lessOne(r), half, half - 0.5);
    return Math.abs(x) < LINEAR ? x : result + result;
  }

  public static double sigmoid(double x) {
    double small = exp(-Math.abs(x));
    return (x < 0 ? small : 1) / (small + 1);
  }

  public static double tanh(double x) {
    double size = Math.abs(x);
    size = size > TANH_LARGEST ? TANH_LARGEST : size;
    double y = size + size;
    double shifted = Fma.multiplyAdd(y, LOG2_E, ROUND);
    double n = shifted - ROUND;
    double r = Fma.multiplyAdd(n, MINUS_LN2_HIGH, y);
    r = Fma.multiplyAdd(n, MINUS_LN2_LOW, r);
    double scale = powerOfTwo(Double.doubleToRawLongBits(shifted) - ROUND_BITS);
    double t = Fma.multiplyAdd(lessOne(r), scale, scale - 1);
    double result = t / (t + 2);
    return x < 0 ? -result : result;
  }

  private static double lessOne(double r) {
    double p = Fma.multiplyAdd(E13, r, E12);
    p = Fma.multiplyAdd(p, r, E11);
    p = Fma.multiplyAdd(p, r, E10);
    p = Fma.multiplyAdd(p, r, E9);
    p = Fma.multiplyAdd(p, r, E8);
    p = Fma.multiplyAdd(p, r, E7);
    p = Fma.multiplyAdd(p, r, E6);
    p = Fma.multiplyAdd(p, r, E5);
    p = Fma.multiplyAdd(p, r, E4);
    p = Fma.multiplyAdd(p, r, E3);
    p = Fma.multiplyAdd(p, r, E2);
    return Fma.multiplyAdd(p, r * r, r);
  }

  public static double log(double x) {
    if (!(x >= 0)) {
      return Double.NaN;
    }
    if (x == 0 || x == Double.POSITIVE_INFINITY) {
      return x == 0 ? Double.NEGATIVE_INFINITY : x;
    }
    boolean isTiny = x < Double.MIN_NORMAL;
    long bits = Double.doubleToRawLongBits(isTiny ? x * TWO_54 : x);
    long exponent = (bits - TWO_THIRDS_BITS) & EXPONENT_BITS;
    double f = Double.longBitsToDouble(bits - exponent) - 1;
    double e = exponent >> 52;
    e = isTiny ? e + MINUS_54 : e;
    return logSum(e, f);
  }

  private static double logSum(double e, double f) {
    double s = f / (f + 2);
    double z = s * s;
    double p = Fma.multiplyAdd(A11, z, A10);
    p = Fma.multiplyAdd(p, z, A9);
    p = Fma.multiplyAdd(p, z, A8);
    p = Fma.multiplyAdd(p, z, A7);
    p = Fma.multiplyAdd(p, z, A6);
    p = Fma.multiplyAdd(p, z, A5);
    p = Fma.multiplyAdd(p, z, A4);
    p = Fma.multiplyAdd(p, z, A3);
    p = Fma.multiplyAdd(p, z, A2);
    p = Fma.multiplyAdd(p, z, A1);
    double halfSquare = f * f * 0.5;
    double small = Fma.multiplyAdd(s, Fma.multiplyAdd(p, z, halfSquare), e * LN2_LOW);
    return Fma.multiplyAdd(e, LN2_HIGH, f - (halfSquare - small));
  }

  public static double log1p(double x) {
    double sum = 1 + x;
    double log = log(sum);
    double result = log + (x - (sum - 1)) / sum;
    result = Double.isInfinite(log) ? log : result;
    return Math.abs(x) < LINEAR ? x : result;
  }

  public static double softplus(double x) {
    double small = exp(-Math.abs(x));
    return Math.max(x, 0) + (small > THIRD ? logSum(1, (small - 1) * 0.5) : logSum(0, small));
  }

  private static double powerOfTwo(long n) {
    return Double.longBitsToDouble((n + 1023) << 52);
  }
}
