package dev.weir.kernels.vector.internal.math;

import dev.weir.kernels.vector.internal.support.Fma;
import dev.weir.kernels.vector.internal.support.Lanes;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Sine, cosine and tangent of double vectors, and twins for single doubles that give the same bits;
 * see {@link FloatExp} for why.
 *
 * <p>The argument is reduced to at most π/4 by a multiple of π/2 that is known to 160 bits; fused
 * multiplication makes the first step exact. For larger arguments see {@link LargeArguments}.
 * Errors found against StrictMath: sine and cosine 1, tangent 3 ulp.
 */
public final class DoubleSine {
  private static final double TWO_OVER_PI = 0x1.45f306dc9c883p-1;

  // -π/2 in three parts
  private static final double MINUS_HIGH = -0x1.921fb54442d18p0;
  private static final double MINUS_MIDDLE = -0x1.1a62633145c07p-54;
  private static final double MINUS_LOW = 0x1.f1976b7ed8fbcp-110;

  // (sin r - r) / r^3 and (cos r - 1 + r^2 / 2) / r^4 as functions of r^2, of least error
  private static final double S1 = -0.16666666666666666;
  private static final double S2 = 0.008333333333330936;
  private static final double S3 = -0.00019841269836740532;
  private static final double S4 = 2.7557316093198404e-06;
  private static final double S5 = -2.5051129896450185e-08;
  private static final double S6 = 1.5917988979397435e-10;
  private static final double C1 = 0.041666666666666664;
  private static final double C2 = -0.0013888888888887389;
  private static final double C3 = 2.48015872987544e-05;
  private static final double C4 = -2.755731726587808e-07;
  private static final double C5 = 2.087614504941318e-09;
  private static final double C6 = -1.138254464534925e-11;

  private static final DoubleVector ZERO = constant(0);
  private static final DoubleVector ONE = constant(1);
  private static final DoubleVector HALF = constant(0.5);
  private static final DoubleVector ROUND = constant(DoubleMath.ROUND);
  private static final DoubleVector TWO_OVER_PIS = constant(TWO_OVER_PI);
  private static final DoubleVector MINUS_HIGHS = constant(MINUS_HIGH);
  private static final DoubleVector MINUS_MIDDLES = constant(MINUS_MIDDLE);
  private static final DoubleVector MINUS_LOWS = constant(MINUS_LOW);
  private static final DoubleVector S1S = constant(S1);
  private static final DoubleVector S2S = constant(S2);
  private static final DoubleVector S3S = constant(S3);
  private static final DoubleVector S4S = constant(S4);
  private static final DoubleVector S5S = constant(S5);
  private static final DoubleVector S6S = constant(S6);
  private static final DoubleVector C1S = constant(C1);
  private static final DoubleVector C2S = constant(C2);
  private static final DoubleVector C3S = constant(C3);
  private static final DoubleVector C4S = constant(C4);
  private static final DoubleVector C5S = constant(C5);
  private static final DoubleVector C6S = constant(C6);
  private static final LongVector WHOLE_ONE = LongVector.broadcast(Lanes.LONG, 1);
  private static final LongVector WHOLE_TWO = LongVector.broadcast(Lanes.LONG, 2);

  private DoubleSine() {}

  /** NaN for infinity and NaN. */
  public static DoubleVector sin(DoubleVector x) {
    DoubleVector shifted = Fma.multiplyAdd(x, TWO_OVER_PIS, ROUND);
    DoubleVector result = quarter(x, shifted, shifted.reinterpretAsLongs());
    return LargeArguments.fix(x, result, LargeArguments.SINE);
  }

  /** NaN for infinity and NaN. */
  public static DoubleVector cos(DoubleVector x) {
    DoubleVector shifted = Fma.multiplyAdd(x, TWO_OVER_PIS, ROUND);
    DoubleVector result = quarter(x, shifted, shifted.reinterpretAsLongs().add(WHOLE_ONE));
    return LargeArguments.fix(x, result, LargeArguments.COSINE);
  }

  /** NaN for infinity and NaN. */
  public static DoubleVector tan(DoubleVector x) {
    DoubleVector shifted = Fma.multiplyAdd(x, TWO_OVER_PIS, ROUND);
    DoubleVector turns = shifted.sub(ROUND);
    DoubleVector left = Fma.multiplyAdd(turns, MINUS_HIGHS, x);
    DoubleVector r = Fma.multiplyAdd(turns, MINUS_MIDDLES, left);
    DoubleVector rest = turns.mul(MINUS_LOWS); // counts next to multiples of π/2
    DoubleVector z = r.mul(r);
    DoubleVector sine = sine(r, z, rest);
    DoubleVector cosine = cosine(r, z, rest);
    // an odd number of quarters turns the quotient upside down, and its sign
    LongVector odd = shifted.reinterpretAsLongs().lanewise(VectorOperators.LSHL, 63);
    VectorMask<Double> isOdd = LargeArguments.isNegative(odd);
    DoubleVector result = sine.blend(cosine, isOdd).div(cosine.blend(sine, isOdd));
    return LargeArguments.fix(x, negate(result, odd), LargeArguments.TANGENT);
  }

  /** The sine of what is left of x, or its cosine if n is odd, negated if bit 1 of n is set. */
  private static DoubleVector quarter(DoubleVector x, DoubleVector shifted, LongVector n) {
    DoubleVector turns = shifted.sub(ROUND);
    DoubleVector left = Fma.multiplyAdd(turns, MINUS_HIGHS, x);
    DoubleVector r = Fma.multiplyAdd(turns, MINUS_MIDDLES, left);
    DoubleVector rest = turns.mul(MINUS_LOWS); // counts next to multiples of π/2
    DoubleVector z = r.mul(r);
    VectorMask<Double> isOdd = LargeArguments.isNegative(n.lanewise(VectorOperators.LSHL, 63));
    DoubleVector result = sine(r, z, rest).blend(cosine(r, z, rest), isOdd);
    return negate(result, n.and(WHOLE_TWO).lanewise(VectorOperators.LSHL, 62));
  }

  private static DoubleVector negate(DoubleVector x, LongVector sign) {
    return x.reinterpretAsLongs().lanewise(VectorOperators.XOR, sign).reinterpretAsDoubles();
  }

  private static DoubleVector sine(DoubleVector r, DoubleVector z, DoubleVector rest) {
    DoubleVector p = Fma.multiplyAdd(S6S, z, S5S);
    p = Fma.multiplyAdd(p, z, S4S);
    p = Fma.multiplyAdd(p, z, S3S);
    p = Fma.multiplyAdd(p, z, S2S);
    p = Fma.multiplyAdd(p, z, S1S);
    DoubleVector result = Fma.multiplyAdd(z.mul(r), p, rest).add(r);
    return result.blend(r, z.compare(VectorOperators.EQ, ZERO)); // keeps -0
  }

  private static DoubleVector cosine(DoubleVector r, DoubleVector z, DoubleVector rest) {
    DoubleVector p = Fma.multiplyAdd(C6S, z, C5S);
    p = Fma.multiplyAdd(p, z, C4S);
    p = Fma.multiplyAdd(p, z, C3S);
    p = Fma.multiplyAdd(p, z, C2S);
    p = Fma.multiplyAdd(p, z, C1S);
    DoubleVector half = z.mul(HALF);
    DoubleVector high = ONE.sub(half);
    DoubleVector low = ONE.sub(high).sub(half).sub(r.mul(rest));
    return high.add(Fma.multiplyAdd(z.mul(z), p, low));
  }

  /** The sine of one number. */
  public static double sin(double x) {
    double shifted = Fma.multiplyAdd(x, TWO_OVER_PI, DoubleMath.ROUND);
    return LargeArguments.has(x)
        ? Math.sin(x)
        : quarter(x, shifted, Double.doubleToRawLongBits(shifted));
  }

  /** The cosine of one number. */
  public static double cos(double x) {
    double shifted = Fma.multiplyAdd(x, TWO_OVER_PI, DoubleMath.ROUND);
    return LargeArguments.has(x)
        ? Math.cos(x)
        : quarter(x, shifted, Double.doubleToRawLongBits(shifted) + 1);
  }

  /** The tangent of one number. */
  public static double tan(double x) {
    if (LargeArguments.has(x)) {
      return Math.tan(x);
    }
    double shifted = Fma.multiplyAdd(x, TWO_OVER_PI, DoubleMath.ROUND);
    double turns = shifted - DoubleMath.ROUND;
    double left = Fma.multiplyAdd(turns, MINUS_HIGH, x);
    double r = Fma.multiplyAdd(turns, MINUS_MIDDLE, left);
    double rest = turns * MINUS_LOW;
    double z = r * r;
    double sine = sine(r, z, rest);
    double cosine = cosine(r, z, rest);
    boolean isOdd = (Double.doubleToRawLongBits(shifted) & 1) != 0;
    return isOdd ? -(cosine / sine) : sine / cosine;
  }

  private static double quarter(double x, double shifted, long n) {
    double turns = shifted - DoubleMath.ROUND;
    double left = Fma.multiplyAdd(turns, MINUS_HIGH, x);
    double r = Fma.multiplyAdd(turns, MINUS_MIDDLE, left);
    double rest = turns * MINUS_LOW;
    double z = r * r;
    double result = (n & 1) != 0 ? cosine(r, z, rest) : sine(r, z, rest);
    return Double.longBitsToDouble(Double.doubleToRawLongBits(result) ^ (n & 2) << 62);
  }

  private static double sine(double r, double z, double rest) {
    double p = Fma.multiplyAdd(S6, z, S5);
    p = Fma.multiplyAdd(p, z, S4);
    p = Fma.multiplyAdd(p, z, S3);
    p = Fma.multiplyAdd(p, z, S2);
    p = Fma.multiplyAdd(p, z, S1);
    return z == 0 ? r : Fma.multiplyAdd(z * r, p, rest) + r;
  }

  private static double cosine(double r, double z, double rest) {
    double p = Fma.multiplyAdd(C6, z, C5);
    p = Fma.multiplyAdd(p, z, C4);
    p = Fma.multiplyAdd(p, z, C3);
    p = Fma.multiplyAdd(p, z, C2);
    p = Fma.multiplyAdd(p, z, C1);
    double half = z * 0.5;
    double high = 1 - half;
    double low = 1 - high - half - r * rest;
    return high + Fma.multiplyAdd(z * z, p, low);
  }

  private static DoubleVector constant(double value) {
    return DoubleVector.broadcast(Lanes.DOUBLE, value);
  }
}
