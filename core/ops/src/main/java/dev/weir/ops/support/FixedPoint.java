package dev.weir.ops.support;

import org.jspecify.annotations.Nullable;

/** Numbers with a few decimals as text, by integers of 64 bits; exact, as long numbers are. */
final class FixedPoint {
  private static final long[] POWERS = {
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000
  };

  /** A number below it, times the greatest power of ten, fits in 64 bits. */
  private static final double TOO_LARGE = 1e9;

  private static final int MANTISSA_BITS = 52;

  private FixedPoint() {}

  /**
   * A number that is not negative with so many decimals, rounded half to even; null if it is too
   * large, has bits below 2^-64, or there are too many decimals.
   */
  static @Nullable String text(double value, int digits) {
    if (digits >= POWERS.length || !(value < TOO_LARGE)) {
      return null;
    }
    long whole = (long) value;
    double fraction = value - whole;
    long bits = Double.doubleToRawLongBits(fraction);
    // how far the mantissa must be shifted for its units to be 2^-64
    int shift = Math.getExponent(fraction) - MANTISSA_BITS + 64;
    long mantissa = (bits & ((1L << MANTISSA_BITS) - 1)) | 1L << MANTISSA_BITS;
    if (fraction == 0) {
      mantissa = 0;
    } else if (shift < 0) {
      if (Long.numberOfTrailingZeros(mantissa) < -shift) {
        return null;
      }
      mantissa >>>= -shift;
    } else {
      mantissa <<= shift;
    }
    long decimals = Math.unsignedMultiplyHigh(mantissa, POWERS[digits]);
    long rest = mantissa * POWERS[digits];
    boolean isOdd = ((digits == 0 ? whole : decimals) & 1) != 0;
    if (rest < 0 && (rest != Long.MIN_VALUE || isOdd)) { // at least a half, as an unsigned number
      decimals++;
    }
    return text(whole * POWERS[digits] + decimals, digits, POWERS[digits]);
  }

  private static String text(long units, int digits, long power) {
    if (digits == 0) {
      return Long.toString(units);
    }
    // a one in front keeps the zeros
    String decimals = Long.toString(power + units % power);
    return units / power + "." + decimals.substring(1);
  }
}
