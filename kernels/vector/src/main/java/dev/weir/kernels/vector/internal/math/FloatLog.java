package dev.weir.kernels.vector.internal.math;

import dev.weir.kernels.vector.internal.support.Fma;
import dev.weir.kernels.vector.internal.support.Lanes;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * The natural logarithm of float vectors, as an inlined polynomial; see {@link FloatExp} for why.
 *
 * <p>The argument is split into {@code 2^e m} with {@code m} in {@code [2/3, 4/3)}, and {@code
 * log(m)} taken from a polynomial in {@code m - 1}. The error found against StrictMath is below 1
 * ulp.
 */
public final class FloatLog {
  private static final FloatVector ZERO = constant(0f);
  private static final FloatVector ONE = constant(1f);
  private static final FloatVector HALF = constant(0.5f);
  private static final FloatVector THIRD = constant(FloatMath.THIRD);
  private static final FloatVector LINEAR = constant(FloatMath.LINEAR);
  private static final FloatVector LN2 = constant(FloatMath.LN2);
  private static final FloatVector INFINITY = constant(Float.POSITIVE_INFINITY);
  private static final FloatVector MINUS_INFINITY = constant(Float.NEGATIVE_INFINITY);
  private static final FloatVector NOT_A_NUMBER = constant(Float.NaN);
  private static final FloatVector SMALLEST_NORMAL = constant(Float.MIN_NORMAL);
  private static final FloatVector TWO_23 = constant(FloatMath.TWO_23);
  private static final FloatVector TWO_MINUS_23 = constant(FloatMath.TWO_MINUS_23);
  private static final FloatVector MINUS_23 = constant(FloatMath.MINUS_23);
  private static final IntVector TWO_THIRDS_BITS =
      IntVector.broadcast(Lanes.INT, FloatMath.TWO_THIRDS_BITS);
  private static final IntVector EXPONENT_BITS =
      IntVector.broadcast(Lanes.INT, FloatMath.EXPONENT_BITS);

  // log(1 + f) = f + f^2 (-1/2 + f (C3 + f (even part + f odd part))), both parts in f^2.
  private static final FloatVector C2 = constant(FloatMath.C2);
  private static final FloatVector C3 = constant(FloatMath.C3);
  private static final FloatVector C4 = constant(FloatMath.C4);
  private static final FloatVector C5 = constant(FloatMath.C5);
  private static final FloatVector C6 = constant(FloatMath.C6);
  private static final FloatVector C7 = constant(FloatMath.C7);
  private static final FloatVector C8 = constant(FloatMath.C8);
  private static final FloatVector C9 = constant(FloatMath.C9);
  private static final FloatVector C10 = constant(FloatMath.C10);

  private FloatLog() {}

  /** {@code ln x}; NaN below zero, minus infinity at it. */
  public static FloatVector log(FloatVector x) {
    VectorMask<Float> denormal = x.compare(VectorOperators.LT, SMALLEST_NORMAL);
    FloatVector scaled = x.blend(x.mul(TWO_23), denormal);
    IntVector bits = scaled.reinterpretAsInts();
    IntVector e = bits.sub(TWO_THIRDS_BITS).and(EXPONENT_BITS);
    FloatVector f = bits.sub(e).reinterpretAsFloats().sub(ONE);
    FloatVector exponent = ((FloatVector) e.convert(VectorOperators.I2F, 0)).mul(TWO_MINUS_23);
    exponent = exponent.add(ZERO.blend(MINUS_23, denormal));
    FloatVector p = sum(exponent, f);
    p = p.blend(MINUS_INFINITY, x.compare(VectorOperators.EQ, ZERO));
    p = p.blend(x, x.compare(VectorOperators.EQ, INFINITY));
    // Below zero, and NaN, which compares with nothing.
    return p.blend(NOT_A_NUMBER, x.compare(VectorOperators.GE, ZERO).not());
  }

  /** {@code ln(1 + x)}, precise near 0: the logarithm of the sum, and what the sum has lost. */
  public static FloatVector log1p(FloatVector x) {
    FloatVector sum = x.add(ONE);
    FloatVector log = log(sum);
    FloatVector result = log.add(x.sub(sum.sub(ONE)).div(sum));
    result = result.blend(log, log.test(VectorOperators.IS_INFINITE));
    return result.blend(x, x.abs().compare(VectorOperators.LT, LINEAR));
  }

  /** {@code ln(1 + e^x)}, without overflow: {@code max(x, 0)} and the logarithm of at most 2. */
  public static FloatVector softplus(FloatVector x) {
    FloatVector small = FloatExp.expOfNegative(x.abs().neg());
    VectorMask<Float> isHalved = small.compare(VectorOperators.GT, THIRD);
    FloatVector f = small.blend(small.sub(ONE).mul(HALF), isHalved);
    return x.max(ZERO).add(sum(ZERO.blend(ONE, isHalved), f));
  }

  /** {@code e ln 2 + log(1 + f)} for {@code |f| <= 1/3}. */
  private static FloatVector sum(FloatVector e, FloatVector f) {
    FloatVector square = f.mul(f);
    FloatVector even = Fma.multiplyAdd(C10, square, C8);
    FloatVector odd = Fma.multiplyAdd(C9, square, C7);
    even = Fma.multiplyAdd(even, square, C6);
    odd = Fma.multiplyAdd(odd, square, C5);
    even = Fma.multiplyAdd(even, square, C4);
    FloatVector p = Fma.multiplyAdd(odd, f, even);
    p = Fma.multiplyAdd(p, f, C3);
    p = Fma.multiplyAdd(p, f, C2);
    p = Fma.multiplyAdd(p, square, f);
    return Fma.multiplyAdd(e, LN2, p);
  }

  private static FloatVector constant(float value) {
    return FloatVector.broadcast(Lanes.FLOAT, value);
  }
}
