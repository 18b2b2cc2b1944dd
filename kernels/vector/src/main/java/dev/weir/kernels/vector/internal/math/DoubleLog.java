package dev.weir.kernels.vector.internal.math;

import dev.weir.kernels.vector.internal.support.Fma;
import dev.weir.kernels.vector.internal.support.Lanes;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * The natural logarithm of double vectors, as an inlined polynomial; see {@link FloatExp} for why.
 *
 * <p>The argument is split into {@code 2^e m} with {@code m} in {@code [2/3, 4/3)}; with {@code s =
 * f / (2 + f)} of {@code f = m - 1}, {@code log(m) = 2 atanh(s)}, whose series in {@code s^2}
 * converges fast. It is summed as {@code f - (f^2 / 2 - s (f^2 / 2 + R))}, of which all parts but
 * the first are small.
 */
public final class DoubleLog {
  private static final DoubleVector ZERO = constant(0);
  private static final DoubleVector ONE = constant(1);
  private static final DoubleVector TWO = constant(2);
  private static final DoubleVector LINEAR = constant(DoubleMath.LINEAR);
  private static final DoubleVector THIRD = constant(DoubleMath.THIRD);
  private static final DoubleVector HALF = constant(0.5);
  private static final DoubleVector LN2_HIGH = constant(DoubleMath.LN2_HIGH);
  private static final DoubleVector LN2_LOW = constant(DoubleMath.LN2_LOW);
  private static final DoubleVector INFINITY = constant(Double.POSITIVE_INFINITY);
  private static final DoubleVector MINUS_INFINITY = constant(Double.NEGATIVE_INFINITY);
  private static final DoubleVector NOT_A_NUMBER = constant(Double.NaN);
  private static final DoubleVector SMALLEST_NORMAL = constant(Double.MIN_NORMAL);
  private static final DoubleVector TWO_54 = constant(DoubleMath.TWO_54);
  private static final DoubleVector MINUS_54 = constant(DoubleMath.MINUS_54);

  private static final LongVector TWO_THIRDS_BITS =
      LongVector.broadcast(Lanes.LONG, DoubleMath.TWO_THIRDS_BITS);
  private static final LongVector EXPONENT_BITS =
      LongVector.broadcast(Lanes.LONG, DoubleMath.EXPONENT_BITS);

  /** Added to the bits of 2^52 + 2^51 + n, and back, it makes an integer n a double. */
  private static final LongVector SHIFT_BITS =
      LongVector.broadcast(Lanes.LONG, Double.doubleToRawLongBits(DoubleMath.ROUND));

  private static final DoubleVector SHIFT = constant(DoubleMath.SHIFT);

  // 2 / (2 k + 1): the coefficients of 2 atanh(s) / s in powers of s^2.
  private static final DoubleVector A1 = constant(DoubleMath.A1);
  private static final DoubleVector A2 = constant(DoubleMath.A2);
  private static final DoubleVector A3 = constant(DoubleMath.A3);
  private static final DoubleVector A4 = constant(DoubleMath.A4);
  private static final DoubleVector A5 = constant(DoubleMath.A5);
  private static final DoubleVector A6 = constant(DoubleMath.A6);
  private static final DoubleVector A7 = constant(DoubleMath.A7);
  private static final DoubleVector A8 = constant(DoubleMath.A8);
  private static final DoubleVector A9 = constant(DoubleMath.A9);
  private static final DoubleVector A10 = constant(DoubleMath.A10);
  private static final DoubleVector A11 = constant(DoubleMath.A11);

  private DoubleLog() {}

  /** {@code ln x}: -∞ for 0, NaN below. */
  public static DoubleVector log(DoubleVector x) {
    VectorMask<Double> tiny = x.compare(VectorOperators.LT, SMALLEST_NORMAL);
    LongVector bits = x.blend(x.mul(TWO_54), tiny).reinterpretAsLongs();
    LongVector exponent = bits.sub(TWO_THIRDS_BITS).and(EXPONENT_BITS);
    DoubleVector f = bits.sub(exponent).reinterpretAsDoubles().sub(ONE);
    LongVector whole = exponent.lanewise(VectorOperators.ASHR, 52);
    DoubleVector e = whole.add(SHIFT_BITS).reinterpretAsDoubles().sub(SHIFT);
    e = e.blend(e.add(MINUS_54), tiny);
    DoubleVector result = sum(e, f);
    result = result.blend(MINUS_INFINITY, x.compare(VectorOperators.EQ, ZERO));
    result = result.blend(x, x.compare(VectorOperators.EQ, INFINITY));
    return result.blend(NOT_A_NUMBER, x.compare(VectorOperators.GE, ZERO).not());
  }

  /** {@code ln(1 + x)}, precise near 0: the logarithm of the sum, and what the sum has lost. */
  public static DoubleVector log1p(DoubleVector x) {
    DoubleVector sum = x.add(ONE);
    DoubleVector log = log(sum);
    DoubleVector result = log.add(x.sub(sum.sub(ONE)).div(sum));
    result = result.blend(log, log.test(VectorOperators.IS_INFINITE));
    return result.blend(x, x.abs().compare(VectorOperators.LT, LINEAR));
  }

  /** {@code ln(1 + e^x)}, without overflow: {@code max(x, 0)} and the logarithm of at most 2. */
  public static DoubleVector softplus(DoubleVector x) {
    DoubleVector small = DoubleExp.expOfNegative(x.abs().neg());
    VectorMask<Double> isHalved = small.compare(VectorOperators.GT, THIRD);
    DoubleVector f = small.blend(small.sub(ONE).mul(HALF), isHalved);
    return x.max(ZERO).add(sum(ZERO.blend(ONE, isHalved), f));
  }

  /** {@code e ln 2 + log(1 + f)}. */
  private static DoubleVector sum(DoubleVector e, DoubleVector f) {
    DoubleVector s = f.div(f.add(TWO));
    DoubleVector z = s.mul(s);
    DoubleVector p = Fma.multiplyAdd(A11, z, A10);
    p = Fma.multiplyAdd(p, z, A9);
    p = Fma.multiplyAdd(p, z, A8);
    p = Fma.multiplyAdd(p, z, A7);
    p = Fma.multiplyAdd(p, z, A6);
    p = Fma.multiplyAdd(p, z, A5);
    p = Fma.multiplyAdd(p, z, A4);
    p = Fma.multiplyAdd(p, z, A3);
    p = Fma.multiplyAdd(p, z, A2);
    p = Fma.multiplyAdd(p, z, A1);
    DoubleVector halfSquare = f.mul(f).mul(HALF);
    DoubleVector small = Fma.multiplyAdd(s, Fma.multiplyAdd(p, z, halfSquare), e.mul(LN2_LOW));
    return Fma.multiplyAdd(e, LN2_HIGH, f.sub(halfSquare.sub(small)));
  }

  private static DoubleVector constant(double value) {
    return DoubleVector.broadcast(Lanes.DOUBLE, value);
  }
}
