package dev.weir.kernels.vector.internal.math;

import dev.weir.kernels.vector.internal.support.Fma;
import dev.weir.kernels.vector.internal.support.Lanes;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Sine, cosine and tangent of floats, in double precision, which leaves enough digits when a large
 * argument is reduced; with twins for single numbers. The error found is below 1 ulp of a float.
 * See {@link DoubleSine} for how.
 */
public final class FloatSine {
  private static final double TWO_OVER_PI = 0x1.45f306dc9c883p-1;

  // -π/2 in two parts
  private static final double MINUS_HIGH = -0x1.921fb54442d18p0;
  private static final double MINUS_LOW = -0x1.1a62633145c07p-54;

  // sin r / r and cos r as functions of r^2, of least error
  private static final double S0 = 0.9999999999956515;
  private static final double S1 = -0.16666666631450996;
  private static final double S2 = 0.00833332876883547;
  private static final double S3 = -0.00019839198092453864;
  private static final double S4 = 2.7173075444014035e-06;
  private static final double C0 = 0.999999999999944;
  private static final double C1 = -0.4999999999934787;
  private static final double C2 = 0.041666666543420654;
  private static final double C3 = -0.0013888880368345476;
  private static final double C4 = 2.4798923457970708e-05;
  private static final double C5 = -2.7173048390198084e-07;

  private static final DoubleVector ROUND = constant(DoubleMath.ROUND);
  private static final DoubleVector TWO_OVER_PIS = constant(TWO_OVER_PI);
  private static final DoubleVector MINUS_HIGHS = constant(MINUS_HIGH);
  private static final DoubleVector MINUS_LOWS = constant(MINUS_LOW);
  private static final DoubleVector S0S = constant(S0);
  private static final DoubleVector S1S = constant(S1);
  private static final DoubleVector S2S = constant(S2);
  private static final DoubleVector S3S = constant(S3);
  private static final DoubleVector S4S = constant(S4);
  private static final DoubleVector C0S = constant(C0);
  private static final DoubleVector C1S = constant(C1);
  private static final DoubleVector C2S = constant(C2);
  private static final DoubleVector C3S = constant(C3);
  private static final DoubleVector C4S = constant(C4);
  private static final DoubleVector C5S = constant(C5);
  private static final LongVector ONE = LongVector.broadcast(Lanes.LONG, 1);
  private static final LongVector TWO = LongVector.broadcast(Lanes.LONG, 2);

  private FloatSine() {}

  /** NaN for infinity and NaN. Of doubles that are floats, to be rounded to such. */
  public static DoubleVector sin(DoubleVector x) {
    DoubleVector shifted = Fma.multiplyAdd(x, TWO_OVER_PIS, ROUND);
    DoubleVector result = quarter(x, shifted, shifted.reinterpretAsLongs());
    return LargeArguments.fix(x, result, LargeArguments.SINE);
  }

  /** NaN for infinity and NaN. Of doubles that are floats, to be rounded to such. */
  public static DoubleVector cos(DoubleVector x) {
    DoubleVector shifted = Fma.multiplyAdd(x, TWO_OVER_PIS, ROUND);
    DoubleVector result = quarter(x, shifted, shifted.reinterpretAsLongs().add(ONE));
    return LargeArguments.fix(x, result, LargeArguments.COSINE);
  }

  /** NaN for infinity and NaN. Of doubles that are floats, to be rounded to such. */
  public static DoubleVector tan(DoubleVector x) {
    DoubleVector shifted = Fma.multiplyAdd(x, TWO_OVER_PIS, ROUND);
    DoubleVector r = reduced(x, shifted);
    DoubleVector z = r.mul(r);
    DoubleVector sine = sine(r, z);
    DoubleVector cosine = cosine(z);
    LongVector odd = shifted.reinterpretAsLongs().lanewise(VectorOperators.LSHL, 63);
    VectorMask<Double> isOdd = LargeArguments.isNegative(odd);
    DoubleVector result = sine.blend(cosine, isOdd).div(cosine.blend(sine, isOdd));
    return LargeArguments.fix(x, negate(result, odd), LargeArguments.TANGENT);
  }

  private static DoubleVector quarter(DoubleVector x, DoubleVector shifted, LongVector n) {
    DoubleVector r = reduced(x, shifted);
    DoubleVector z = r.mul(r);
    VectorMask<Double> isOdd = LargeArguments.isNegative(n.lanewise(VectorOperators.LSHL, 63));
    DoubleVector result = sine(r, z).blend(cosine(z), isOdd);
    return negate(result, n.and(TWO).lanewise(VectorOperators.LSHL, 62));
  }

  private static DoubleVector reduced(DoubleVector x, DoubleVector shifted) {
    DoubleVector turns = shifted.sub(ROUND);
    return Fma.multiplyAdd(turns, MINUS_LOWS, Fma.multiplyAdd(turns, MINUS_HIGHS, x));
  }

  private static DoubleVector negate(DoubleVector x, LongVector sign) {
    return x.reinterpretAsLongs().lanewise(VectorOperators.XOR, sign).reinterpretAsDoubles();
  }

  private static DoubleVector sine(DoubleVector r, DoubleVector z) {
    DoubleVector p = Fma.multiplyAdd(S4S, z, S3S);
    p = Fma.multiplyAdd(p, z, S2S);
    p = Fma.multiplyAdd(p, z, S1S);
    p = Fma.multiplyAdd(p, z, S0S);
    return p.mul(r);
  }

  private static DoubleVector cosine(DoubleVector z) {
    DoubleVector p = Fma.multiplyAdd(C5S, z, C4S);
    p = Fma.multiplyAdd(p, z, C3S);
    p = Fma.multiplyAdd(p, z, C2S);
    p = Fma.multiplyAdd(p, z, C1S);
    p = Fma.multiplyAdd(p, z, C0S);
    return p;
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
    double r = reduced(x, shifted);
    double z = r * r;
    boolean isOdd = (Double.doubleToRawLongBits(shifted) & 1) != 0;
    return isOdd ? -(cosine(z) / sine(r, z)) : sine(r, z) / cosine(z);
  }

  private static double quarter(double x, double shifted, long n) {
    double r = reduced(x, shifted);
    double z = r * r;
    double result = (n & 1) != 0 ? cosine(z) : sine(r, z);
    return Double.longBitsToDouble(Double.doubleToRawLongBits(result) ^ (n & 2) << 62);
  }

  private static double reduced(double x, double shifted) {
    double turns = shifted - DoubleMath.ROUND;
    return Fma.multiplyAdd(turns, MINUS_LOW, Fma.multiplyAdd(turns, MINUS_HIGH, x));
  }

  private static double sine(double r, double z) {
    double p = Fma.multiplyAdd(S4, z, S3);
    p = Fma.multiplyAdd(p, z, S2);
    p = Fma.multiplyAdd(p, z, S1);
    p = Fma.multiplyAdd(p, z, S0);
    return p * r;
  }

  private static double cosine(double z) {
    double p = Fma.multiplyAdd(C5, z, C4);
    p = Fma.multiplyAdd(p, z, C3);
    p = Fma.multiplyAdd(p, z, C2);
    p = Fma.multiplyAdd(p, z, C1);
    p = Fma.multiplyAdd(p, z, C0);
    return p;
  }

  private static DoubleVector constant(double value) {
    return DoubleVector.broadcast(Lanes.DOUBLE, value);
  }
}
