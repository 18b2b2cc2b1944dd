package dev.weir.ops.support;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as text, the way C's {@code printf} writes them. */
public final class Printf {
  private Printf() {}

  /** {@code %.<digits>f}. */
  public static String fixed(double value, int digits) {
    return finite(value, () -> fixedOf(value, digits));
  }

  private static String fixedOf(double value, int digits) {
    String text = FixedPoint.text(Math.abs(value), digits);
    return text != null
        ? text
        : exact(value).setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
  }

  /** {@code %.<digits>e}. */
  public static String scientific(double value, int digits) {
    return finite(value, () -> scientificOf(value, digits));
  }

  /** {@code %.<digits>g}: the shorter of the two forms, without zeros at the end. */
  public static String general(double value, int digits) {
    int precision = Math.max(digits, 1);
    return finite(
        value,
        () -> {
          String text = scientificOf(value, precision - 1);
          int exponent = Integer.parseInt(text.substring(text.indexOf('e') + 1));
          if (exponent < -4 || exponent >= precision) {
            return trimmed(text.substring(0, text.indexOf('e')))
                + text.substring(text.indexOf('e'));
          }
          int decimals = precision - 1 - exponent;
          return trimmed(exact(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString());
        });
  }

  /** The fewest digits, 6 or 9, that give back the same float. */
  public static String shortest(float value) {
    String text = general(value, 6);
    return Float.isNaN(value) || Float.isInfinite(value) || Float.parseFloat(text) == value
        ? text
        : general(value, 9);
  }

  /** The fewest digits, 15 or 17, that give back the same double. */
  public static String shortest(double value) {
    String text = general(value, 15);
    return Double.isNaN(value) || Double.isInfinite(value) || Double.parseDouble(text) == value
        ? text
        : general(value, 17);
  }

  private static BigDecimal exact(double value) {
    return new BigDecimal(Math.abs(value));
  }

  private static String finite(double value, java.util.function.Supplier<String> magnitude) {
    boolean isNegative = Double.doubleToRawLongBits(value) < 0;
    String text;
    if (Double.isNaN(value)) {
      text = "nan";
    } else if (Double.isInfinite(value)) {
      text = "inf";
    } else {
      text = magnitude.get();
    }
    return isNegative ? "-" + text : text;
  }

  private static String scientificOf(double value, int digits) {
    BigDecimal rounded = exact(value).round(new MathContext(digits + 1, RoundingMode.HALF_EVEN));
    String all = rounded.unscaledValue().toString();
    int exponent = value == 0 ? 0 : all.length() - 1 - rounded.scale();
    StringBuilder text = new StringBuilder(all);
    while (text.length() < digits + 1) {
      text.append('0');
    }
    text.setLength(digits + 1);
    if (digits > 0) {
      text.insert(1, '.');
    }
    String sign = exponent < 0 ? "-" : "+";
    return text + String.format(Locale.ROOT, "e%s%02d", sign, Math.abs(exponent));
  }

  private static String trimmed(String text) {
    if (text.indexOf('.') < 0) {
      return text;
    }
    int end = text.length();
    while (text.charAt(end - 1) == '0') {
      end--;
    }
    return text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
  }
}
