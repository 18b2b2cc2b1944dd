package dev.weir.kernels.vector;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * {@code x^y} of doubles that are floats, by the rules of IEEE 754, as {@code e^(y ln |x|)}: the
 * result is exact to single precision, not to double.
 */
final class DoublePower {
  private static final DoubleVector ZERO = constant(0);
  private static final DoubleVector ONE = constant(1);
  private static final DoubleVector HALF = constant(0.5);
  private static final DoubleVector NOT_A_NUMBER = constant(Double.NaN);
  private static final DoubleVector INFINITY = constant(Double.POSITIVE_INFINITY);
  private static final DoubleVector MINUS_INFINITY = constant(Double.NEGATIVE_INFINITY);

  /** Added to a number and taken away again, it leaves a whole one. */
  private static final DoubleVector SHIFT = constant(DoubleMath.ROUND);

  private DoublePower() {}

  static DoubleVector power(DoubleVector x, DoubleVector y) {
    DoubleVector size = x.abs();
    DoubleVector result = DoubleExp.exp(DoubleLog.log(size).mul(y));
    VectorMask<Double> isWhole = isWhole(y);
    VectorMask<Double> isOdd = isWhole.and(isWhole(y.mul(HALF)).not());
    VectorMask<Double> isNegative = x.test(VectorOperators.IS_NEGATIVE);
    result = result.blend(result.neg(), isOdd.and(isNegative));
    VectorMask<Double> isBelowZero =
        x.compare(VectorOperators.LT, ZERO).and(x.compare(VectorOperators.NE, MINUS_INFINITY));
    result = result.blend(NOT_A_NUMBER, isBelowZero.and(isWhole.not()));
    VectorMask<Double> isOne =
        size.compare(VectorOperators.EQ, ONE).and(y.abs().compare(VectorOperators.EQ, INFINITY));
    isOne = isOne.or(x.compare(VectorOperators.EQ, ONE)).or(y.compare(VectorOperators.EQ, ZERO));
    return result.blend(ONE, isOne);
  }

  /** Infinity is whole, NaN is not. */
  private static VectorMask<Double> isWhole(DoubleVector y) {
    return y.add(SHIFT).sub(SHIFT).compare(VectorOperators.EQ, y);
  }

  static double power(double x, double y) {
    double size = Math.abs(x);
    if (x == 1 || y == 0 || (size == 1 && Double.isInfinite(y))) {
      return 1;
    }
    if (x < 0 && x != Double.NEGATIVE_INFINITY && !isWhole(y)) {
      return Double.NaN;
    }
    double result = DoubleMath.exp(DoubleMath.log(size) * y);
    boolean isNegative = Double.doubleToRawLongBits(x) < 0;
    return isNegative && isWhole(y) && !isWhole(y * 0.5) ? -result : result;
  }

  private static boolean isWhole(double y) {
    return y + DoubleMath.ROUND - DoubleMath.ROUND == y;
  }

  private static DoubleVector constant(double value) {
    return DoubleVector.broadcast(Lanes.DOUBLE, value);
  }
}
