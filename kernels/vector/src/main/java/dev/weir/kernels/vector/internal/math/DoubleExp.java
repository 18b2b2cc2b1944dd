package dev.weir.kernels.vector.internal.math;

import dev.weir.kernels.vector.internal.support.Fma;
import dev.weir.kernels.vector.internal.support.Lanes;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;

/**
 * The exponential of double vectors, and the activations made of it, as inlined polynomials; see
 * {@link FloatExp} for why. The polynomial is the Taylor series, which needs only two terms more
 * than the best one.
 */
public final class DoubleExp {
  private static final DoubleVector ZERO = constant(0);
  private static final DoubleVector ONE = constant(1);
  private static final DoubleVector TWO = constant(2);
  private static final DoubleVector HALF = constant(0.5);
  private static final DoubleVector EXPM1_LOWEST = constant(DoubleMath.EXPM1_LOWEST);
  private static final DoubleVector LINEAR = constant(DoubleMath.LINEAR);

  private static final DoubleVector LOG2_E = constant(DoubleMath.LOG2_E);
  // -ln 2 in two parts: the first has few bits, so its product with an exponent is exact.
  private static final DoubleVector MINUS_LN2_HIGH = constant(DoubleMath.MINUS_LN2_HIGH);
  private static final DoubleVector MINUS_LN2_LOW = constant(DoubleMath.MINUS_LN2_LOW);

  /** 1.5 * 2^52: added to a small double, it leaves the nearest integer in the low bits. */
  private static final DoubleVector ROUND = constant(DoubleMath.ROUND);

  private static final LongVector ROUND_BITS =
      LongVector.broadcast(Lanes.LONG, Double.doubleToRawLongBits(DoubleMath.ROUND));
  private static final LongVector ROUND_BITS_MORE_ONE =
      LongVector.broadcast(Lanes.LONG, Double.doubleToRawLongBits(DoubleMath.ROUND) + 1);
  private static final LongVector BIAS = LongVector.broadcast(Lanes.LONG, 1023);

  private static final LongVector ROUND_BITS_LESS_BIAS =
      LongVector.broadcast(Lanes.LONG, Double.doubleToRawLongBits(DoubleMath.ROUND) - 1023 - 100);
  private static final DoubleVector SCALE = constant(0x1p-100);

  // Beyond these the result is infinite or zero whatever the argument.
  private static final DoubleVector HIGHEST = constant(DoubleMath.HIGHEST);
  private static final DoubleVector LOWEST = constant(DoubleMath.LOWEST);

  /** From here on tanh is 1. */
  private static final DoubleVector TANH_LARGEST = constant(DoubleMath.TANH_LARGEST);

  private static final DoubleVector E2 = constant(DoubleMath.E2);
  private static final DoubleVector E3 = constant(DoubleMath.E3);
  private static final DoubleVector E4 = constant(DoubleMath.E4);
  private static final DoubleVector E5 = constant(DoubleMath.E5);
  private static final DoubleVector E6 = constant(DoubleMath.E6);
  private static final DoubleVector E7 = constant(DoubleMath.E7);
  private static final DoubleVector E8 = constant(DoubleMath.E8);
  private static final DoubleVector E9 = constant(DoubleMath.E9);
  private static final DoubleVector E10 = constant(DoubleMath.E10);
  private static final DoubleVector E11 = constant(DoubleMath.E11);
  private static final DoubleVector E12 = constant(DoubleMath.E12);
  private static final DoubleVector E13 = constant(DoubleMath.E13);

  private DoubleExp() {}

  /** {@code e^x}; gradual underflow, infinity above 709.78, NaN for NaN. */
  public static DoubleVector exp(DoubleVector x) {
    DoubleVector y = x.blend(HIGHEST, x.compare(VectorOperators.GT, HIGHEST));
    y = y.blend(LOWEST, x.compare(VectorOperators.LT, LOWEST));
    DoubleVector shifted = Fma.multiplyAdd(y, LOG2_E, ROUND);
    DoubleVector n = shifted.sub(ROUND);
    DoubleVector r = Fma.multiplyAdd(n, MINUS_LN2_HIGH, y);
    r = Fma.multiplyAdd(n, MINUS_LN2_LOW, r);
    DoubleVector p = lessOne(r).add(ONE);
    // 2^n in two factors: each is a normal number even where their product is not.
    LongVector exponent = shifted.reinterpretAsLongs().sub(ROUND_BITS);
    LongVector half = exponent.lanewise(VectorOperators.ASHR, 1);
    LongVector otherHalf = exponent.sub(half);
    return p.mul(powerOfTwo(half)).mul(powerOfTwo(otherHalf));
  }

  /** Like {@link #exp}, with the same bits in fewer steps, if no lane is above 0. */
  public static DoubleVector expOfNegative(DoubleVector x) {
    DoubleVector y = x.blend(LOWEST, x.compare(VectorOperators.LT, LOWEST));
    DoubleVector shifted = Fma.multiplyAdd(y, LOG2_E, ROUND);
    DoubleVector n = shifted.sub(ROUND);
    DoubleVector r = Fma.multiplyAdd(n, MINUS_LN2_HIGH, y);
    r = Fma.multiplyAdd(n, MINUS_LN2_LOW, r);
    // 2^n as 2^(n + 100) and 2^-100: it is not too small for a normal number then
    LongVector exponent = shifted.reinterpretAsLongs().sub(ROUND_BITS_LESS_BIAS);
    DoubleVector power = exponent.lanewise(VectorOperators.LSHL, 52).reinterpretAsDoubles();
    return lessOne(r).add(ONE).mul(power).mul(SCALE);
  }

  /** {@code e^x - 1}, precise near 0. */
  public static DoubleVector expm1(DoubleVector x) {
    DoubleVector y = x.blend(HIGHEST, x.compare(VectorOperators.GT, HIGHEST));
    y = y.blend(EXPM1_LOWEST, x.compare(VectorOperators.LT, EXPM1_LOWEST));
    DoubleVector shifted = Fma.multiplyAdd(y, LOG2_E, ROUND);
    DoubleVector n = shifted.sub(ROUND);
    DoubleVector r = Fma.multiplyAdd(n, MINUS_LN2_HIGH, y);
    r = Fma.multiplyAdd(n, MINUS_LN2_LOW, r);
    // 2^n (1 + p) - 1, all of it halved at first: 2^n alone may be too large
    DoubleVector half = powerOfTwo(shifted.reinterpretAsLongs().sub(ROUND_BITS_MORE_ONE));
    DoubleVector result = Fma.multiplyAdd(lessOne(r), half, half.sub(HALF));
    return result.add(result).blend(x, x.abs().compare(VectorOperators.LT, LINEAR));
  }

  /** {@code 1 / (1 + e^-x)}, from exponentials of negative numbers only: accurate on both sides. */
  public static DoubleVector sigmoid(DoubleVector x) {
    DoubleVector small = expOfNegative(x.abs().neg());
    DoubleVector numerator = ONE.blend(small, x.compare(VectorOperators.LT, ZERO));
    return numerator.div(small.add(ONE));
  }

  /** Hyperbolic tangent: {@code t / (t + 2)} of {@code t = e^2|x| - 1}, which loses no digits. */
  public static DoubleVector tanh(DoubleVector x) {
    DoubleVector size = x.abs();
    size = size.blend(TANH_LARGEST, size.compare(VectorOperators.GT, TANH_LARGEST));
    DoubleVector y = size.add(size);
    DoubleVector shifted = Fma.multiplyAdd(y, LOG2_E, ROUND);
    DoubleVector n = shifted.sub(ROUND);
    DoubleVector r = Fma.multiplyAdd(n, MINUS_LN2_HIGH, y);
    r = Fma.multiplyAdd(n, MINUS_LN2_LOW, r);
    DoubleVector scale = powerOfTwo(shifted.reinterpretAsLongs().sub(ROUND_BITS));
    DoubleVector t = Fma.multiplyAdd(lessOne(r), scale, scale.sub(ONE));
    DoubleVector result = t.div(t.add(TWO));
    return result.blend(result.neg(), x.compare(VectorOperators.LT, ZERO));
  }

  /** {@code e^r - 1} for {@code |r| <= ln 2 / 2}. */
  private static DoubleVector lessOne(DoubleVector r) {
    DoubleVector p = Fma.multiplyAdd(E13, r, E12);
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
    return Fma.multiplyAdd(p, r.mul(r), r);
  }

  private static DoubleVector powerOfTwo(LongVector n) {
    return n.add(BIAS).lanewise(VectorOperators.LSHL, 52).reinterpretAsDoubles();
  }

  private static DoubleVector constant(double value) {
    return DoubleVector.broadcast(Lanes.DOUBLE, value);
  }
}
