package dev.weir.ops.math;

import dev.weir.error.WeirException;

/** Integer arithmetic that refuses what has no answer. */
final class IntegerMath {
  private IntegerMath() {}

  /** {@code x / y} rounded toward 0. */
  static long divide(long x, long y) {
    return x / nonZero(x, y);
  }

  /** {@code x / y} of unsigned numbers, given by their bits. */
  static long divideUnsigned(long x, long y) {
    return Long.divideUnsigned(x, nonZero(x, y));
  }

  /** {@code x / y} rounded down. */
  static long floorDivide(long x, long y) {
    return Math.floorDiv(x, nonZero(x, y));
  }

  /** The remainder with the sign of x. */
  static long remainder(long x, long y) {
    return x % nonZero(x, y);
  }

  /** The remainder of unsigned numbers, given by their bits. */
  static long remainderUnsigned(long x, long y) {
    return Long.remainderUnsigned(x, nonZero(x, y));
  }

  /** The remainder with the sign of y. */
  static long floorRemainder(long x, long y) {
    return Math.floorMod(x, nonZero(x, y));
  }

  private static long nonZero(long x, long y) {
    if (y == 0) {
      throw WeirException.invalidArgument("Integer division by zero: %d / 0", x);
    }
    return y;
  }

  /** {@code xʸ}, which wraps. */
  static long power(long x, long y) {
    if (y < 0) {
      throw WeirException.invalidArgument(
          "Integers to negative integer powers are not allowed: %d to the power of %d", x, y);
    }
    long result = 1;
    long factor = x;
    for (long rest = y; rest != 0; rest >>= 1) {
      if ((rest & 1) != 0) {
        result *= factor;
      }
      factor *= factor;
    }
    return result;
  }
}
