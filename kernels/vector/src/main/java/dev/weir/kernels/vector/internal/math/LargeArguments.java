package dev.weir.kernels.vector.internal.math;

import dev.weir.kernels.vector.internal.support.Lanes;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Trigonometric functions of arguments too large to be reduced in vectors: these are left to {@code
 * Math}, one by one.
 */
final class LargeArguments {
  static final int SINE = 0;
  static final int COSINE = 1;
  static final int TANGENT = 2;

  private static final double MOST = 0x1p20;

  private static final DoubleVector LARGEST = DoubleVector.broadcast(Lanes.DOUBLE, MOST);
  private static final DoubleVector ZERO = DoubleVector.broadcast(Lanes.DOUBLE, 0);
  private static final LongVector ONE_BITS =
      LongVector.broadcast(Lanes.LONG, Double.doubleToRawLongBits(1));

  private LargeArguments() {}

  static boolean has(double x) {
    return Math.abs(x) > MOST;
  }

  /** A mask of the signs of numbers of which all other bits are 0. */
  static VectorMask<Double> isNegative(LongVector signs) {
    return signs.or(ONE_BITS).reinterpretAsDoubles().compare(VectorOperators.LT, ZERO);
  }

  /** Sets the lanes of large arguments. */
  static DoubleVector fix(DoubleVector x, DoubleVector result, int function) {
    return x.abs().compare(VectorOperators.GT, LARGEST).anyTrue()
        ? replace(x, result, function)
        : result;
  }

  /** Through arrays, which keeps vectors out of objects. */
  private static DoubleVector replace(DoubleVector x, DoubleVector result, int function) {
    double[] arguments = new double[Lanes.DOUBLES];
    double[] results = new double[Lanes.DOUBLES];
    x.intoArray(arguments, 0);
    result.intoArray(results, 0);
    for (int i = 0; i < arguments.length; i++) {
      if (has(arguments[i])) {
        results[i] = apply(arguments[i], function);
      }
    }
    return DoubleVector.fromArray(Lanes.DOUBLE, results, 0);
  }

  private static double apply(double x, int function) {
    return switch (function) {
      case SINE -> Math.sin(x);
      case COSINE -> Math.cos(x);
      default -> Math.tan(x);
    };
  }
}
