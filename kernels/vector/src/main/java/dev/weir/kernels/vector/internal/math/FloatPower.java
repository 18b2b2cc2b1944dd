package dev.weir.kernels.vector.internal.math;

import dev.weir.kernels.vector.internal.support.Fma;

/**
 * {@code x^y} of floats by the rules of IEEE 754, as {@code e^(y ln |x|)} in double precision, of
 * which so much is computed as a float needs: 33 bits of the logarithm, since the exponent makes
 * its error 89 times as large, and 32 of the exponential. There is no vector version: with all the
 * rules it is too much code for C2 to inline.
 */
public final class FloatPower {
  /** Beyond these a float is infinite or 0, whatever the argument of the exponential. */
  private static final double HIGH = 160;

  private static final double LN_2 = 0.6931471805599453;

  private FloatPower() {}

  /** Of doubles that are floats, to be rounded to such. */
  public static double power(double x, double y) {
    double size = Math.abs(x);
    if (x == 1 || y == 0 || (size == 1 && Double.isInfinite(y))) {
      return 1;
    }
    if (x < 0 && size < Double.POSITIVE_INFINITY && !isWhole(y)) {
      return Double.NaN;
    }
    double result = exp(log(size) * y);
    boolean isNegative = Double.doubleToRawLongBits(x) < 0;
    return isNegative && isWhole(y) && !isWhole(y * 0.5) ? -result : result;
  }

  private static boolean isWhole(double y) {
    return y + DoubleMath.ROUND - DoubleMath.ROUND == y;
  }

  private static double log(double x) {
    if (!(x < Double.POSITIVE_INFINITY) || x == 0) {
      return x == 0 ? Double.NEGATIVE_INFINITY : x;
    }
    long bits = Double.doubleToRawLongBits(x);
    long exponent = (bits - DoubleMath.TWO_THIRDS_BITS) & DoubleMath.EXPONENT_BITS;
    double f = Double.longBitsToDouble(bits - exponent) - 1;
    double e = exponent >> 52;
    double s = f / (f + 2);
    double z = s * s;
    double p = Fma.multiplyAdd(DoubleMath.A6, z, DoubleMath.A5);
    p = Fma.multiplyAdd(p, z, DoubleMath.A4);
    p = Fma.multiplyAdd(p, z, DoubleMath.A3);
    p = Fma.multiplyAdd(p, z, DoubleMath.A2);
    p = Fma.multiplyAdd(p, z, DoubleMath.A1);
    p = Fma.multiplyAdd(p, z, 2);
    return Fma.multiplyAdd(e, LN_2, p * s);
  }

  private static double exp(double x) {
    double y = x > HIGH ? HIGH : x;
    y = x < -HIGH ? -HIGH : y;
    double shifted = Fma.multiplyAdd(y, DoubleMath.LOG2_E, DoubleMath.ROUND);
    double r = Fma.multiplyAdd(shifted - DoubleMath.ROUND, -LN_2, y);
    double p = Fma.multiplyAdd(DoubleMath.E8, r, DoubleMath.E7);
    p = Fma.multiplyAdd(p, r, DoubleMath.E6);
    p = Fma.multiplyAdd(p, r, DoubleMath.E5);
    p = Fma.multiplyAdd(p, r, DoubleMath.E4);
    p = Fma.multiplyAdd(p, r, DoubleMath.E3);
    p = Fma.multiplyAdd(p, r, DoubleMath.E2);
    p = Fma.multiplyAdd(p, r, 1);
    p = Fma.multiplyAdd(p, r, 1);
    long exponent =
        Double.doubleToRawLongBits(shifted) - Double.doubleToRawLongBits(DoubleMath.ROUND);
    return p * Double.longBitsToDouble((exponent + 1023) << 52);
  }
}
