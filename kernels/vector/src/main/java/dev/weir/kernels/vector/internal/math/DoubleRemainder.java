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
 * <p>What is left of the dividend without a multiple of the divisor is the remainder if it is
 * smaller than the divisor; then fused multiplication computes it without rounding. For very large
 * quotients it is not smaller, and for special numbers it is NaN; such lanes are left to {@code %},
 * one by one.
 */
public final class DoubleRemainder {
  private static final DoubleVector ZERO = DoubleVector.broadcast(Lanes.DOUBLE, 0);
  private static final DoubleVector ROUND = DoubleVector.broadcast(Lanes.DOUBLE, 0x1p52);
  private static final LongVector SIGN = LongVector.broadcast(Lanes.LONG, Long.MIN_VALUE);

  private DoubleRemainder() {}

  /** The remainder with the sign of x. */
  public static DoubleVector truncated(DoubleVector x, DoubleVector y) {
    DoubleVector divisor = y.abs();
    DoubleVector size = x.abs();
    // the whole number nearest to the quotient; if it is above, what is left is negative
    DoubleVector whole = size.div(divisor).add(ROUND).sub(ROUND);
    DoubleVector left = Fma.multiplyAdd(whole.neg(), divisor, size);
    boolean isSimple = left.abs().compare(VectorOperators.LT, divisor).allTrue();
    left = left.blend(left.add(divisor), left.compare(VectorOperators.LT, ZERO));
    LongVector sign = x.reinterpretAsLongs().and(SIGN);
    DoubleVector result = left.reinterpretAsLongs().or(sign).reinterpretAsDoubles();
    return isSimple ? result : fix(x, y, result);
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
    double left = Fma.multiplyAdd(-(size / divisor + 0x1p52 - 0x1p52), divisor, size);
    if (!(Math.abs(left) < divisor)) {
      return x % y;
    }
    return Math.copySign(left < 0 ? left + divisor : left, x);
  }

  /** The remainder with the sign of y. */
  public static double floored(double x, double y) {
    double r = truncated(x, y);
    return r != 0 && r < 0 != y < 0 ? r + y : r;
  }
}
