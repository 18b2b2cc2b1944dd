package dev.weir.ops.strings;

/**
 * Reads plain decimal numbers of at most 15 digits from bytes, without objects. Of all other text
 * it says that it cannot.
 */
final class DecimalReader {
  /** What {@link #integer} returns for text that it cannot read. */
  static final long NO_INTEGER = Long.MIN_VALUE;

  /** With more, an integer need not be a double. */
  private static final int MOST_DIGITS = 15;

  private static final double[] POWERS = {
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  /** The bits of a double that a float does not have, and of them the first. */
  private static final long BEYOND_FLOAT = (1L << 29) - 1;

  private static final long HALF_OF_FLOAT = 1L << 28;

  private DecimalReader() {}

  /** An integer, with a minus or no sign; {@link #NO_INTEGER} if it is not as simple as that. */
  static long integer(byte[] text) {
    int i = text.length > 0 && text[0] == '-' ? 1 : 0;
    int digits = text.length - i;
    if (digits < 1 || digits > MOST_DIGITS) {
      return NO_INTEGER;
    }
    long value = 0;
    for (int k = i; k < text.length; k++) {
      if (!isDigit(text[k])) {
        return NO_INTEGER;
      }
      value = 10 * value + text[k] - '0';
    }
    return i == 1 ? -value : value;
  }

  /** The nearest double of a number without an exponent; NaN if it is not as simple as that. */
  static double real(byte[] text) {
    int begin = text.length > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    if (text.length - begin > MOST_DIGITS + 1) {
      return Double.NaN;
    }
    long value = 0;
    int digits = 0;
    int decimals = -1; // before the point
    for (int i = begin; i < text.length; i++) {
      if (text[i] == '.' && decimals < 0) {
        decimals = 0;
      } else if (isDigit(text[i])) {
        value = 10 * value + text[i] - '0';
        digits++;
        decimals += decimals < 0 ? 0 : 1;
      } else {
        return Double.NaN;
      }
    }
    if (digits == 0 || digits > MOST_DIGITS) {
      return Double.NaN;
    }
    // both are exact, so the quotient is rounded once
    double magnitude = value / POWERS[Math.max(0, decimals)];
    return text[0] == '-' ? -magnitude : magnitude;
  }

  /**
   * The nearest float, likewise. A double between two floats could be on either side of the number
   * itself, so that is left to others.
   */
  static float realOfFloat(byte[] text) {
    double value = real(text);
    boolean isBetween = (Double.doubleToRawLongBits(value) & BEYOND_FLOAT) == HALF_OF_FLOAT;
    return isBetween ? Float.NaN : (float) value;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
