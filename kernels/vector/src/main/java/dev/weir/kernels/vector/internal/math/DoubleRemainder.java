package dev.weir.kernels.vector.internal.math;

import dev.weir.kernels.vector.internal.support.Fma;
import dev.weir.kernels.vector.internal.support.Lanes;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Remainders of double vectors, and twins for single doubles that give the same bits: those that
 * {@code %} gives, which takes a hundred nanoseconds.
 *
 * <p>For quotients below 2^50 the whole part is off by one at most, and fused multiplication gives
 * what is left of it without rounding; other lanes are left to {@code %}, one by one.
 */
public final class DoubleRemainder {
  private static final double MOST = 0x1p50;

  private static final DoubleVector ZERO = DoubleVector.broadcast(Lanes.DOUBLE, 0);
  private static final DoubleVector LARGEST = DoubleVector.broadcast(Lanes.DOUBLE, MOST);
  private static final DoubleVector INFINITY =
      DoubleVector.broadcast(Lanes.DOUBLE, Double.POSITIVE_INFINITY);
  private static final DoubleVector ROUND = DoubleVector.broadcast(Lanes.DOUBLE, 0x1p52);
  private static final LongVector SIGN = LongVector.broadcast(Lanes.LONG, Long.MIN_VALUE);

  private DoubleRemainder() {}

  /** The remainder with the sign of x. */
  public static DoubleVector truncated(DoubleVector x, DoubleVector y) {
    DoubleVector divisor = y.abs();
    DoubleVector size = x.abs();
    DoubleVector quotient = size.div(divisor);
    // the nearest whole number; if that is above the quotient, what is left is negative
    DoubleVector whole = quotient.add(ROUND).sub(ROUND);
    DoubleVector left = Fma.multiplyAdd(whole.neg(), divisor, size);
    left = left.blend(left.add(divisor), left.compare(VectorOperators.LT, ZERO));
    LongVector sign = x.reinterpretAsLongs().and(SIGN);
    DoubleVector result = left.reinterpretAsLongs().or(sign).reinterpretAsDoubles();
    VectorMask<Double> isSimple =
        quotient
            .compare(VectorOperators.LT, LARGEST)
            .and(divisor.compare(VectorOperators.LT, INFINITY));
    return isSimple.allTrue() ? result : fix(x, y, result);
  }

  /** The remainder with the sign of y. */
  public static DoubleVector floored(DoubleVector x, DoubleVector y) {
    DoubleVector r = truncated(x, y);
    VectorMask<Double> isOpposite =
        r.compare(VectorOperators.LT, ZERO).xor(y.compare(VectorOperators.LT, ZERO));
    return r.blend(r.add(y), isOpposite.and(r.compare(VectorOperators.NE, ZERO)));
  }

  /** Through arrays, which keeps vectors out of objects. */
  private static DoubleVector fix(DoubleVector x, DoubleVector y, DoubleVector result) {
    double[] dividends = new double[Lanes.DOUBLES];
    double[] divisors = new double[Lanes.DOUBLES];
    double[] results = new double[Lanes.DOUBLES];
    x.intoArray(dividends, 0);
    y.intoArray(divisors, 0);
    result.intoArray(results, 0);
    for (int i = 0; i < results.length; i++) {
      results[i] = truncated(dividends[i], divisors[i]);
    }
    return DoubleVector.fromArray(Lanes.DOUBLE, results, 0);
  }

  /** The remainder with the sign of x. */
  public static double truncated(double x, double y) {
    double divisor = Math.abs(y);
    double size = Math.abs(x);
    double quotient = size / divisor;
    if (!(quotient < MOST && divisor < Double.POSITIVE_INFINITY)) {
      return x % y;
    }
    double left = Fma.multiplyAdd(-(quotient + 0x1p52 - 0x1p52), divisor, size);
    return Math.copySign(left < 0 ? left + divisor : left, x);
  }

  /** The remainder with the sign of y. */
  public static double floored(double x, double y) {
    double r = truncated(x, y);
    return r != 0 && r < 0 != y < 0 ? r + y : r;
  }
}
