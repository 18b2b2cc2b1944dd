package dev.weir.tensor;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Single elements as people read them: the fewest digits that lead back to the same number. */
final class ElementText {
  private static final int LONGEST_STRING = 60;
  private static final int LARGEST_PLAIN = 15;
  private static final int SMALLEST_PLAIN = -4;

  private ElementText() {}

  static String print(Tensor tensor, long i) {
    return switch (tensor.dtype()) {
      case FLOAT16, BFLOAT16, FLOAT32, FLOAT64 -> real(tensor.dtype(), tensor.getDouble(i));
      case COMPLEX64, COMPLEX128 ->
          complex(tensor.dtype().realPart(), tensor.getReal(i), tensor.getImaginary(i));
      case BOOL -> Boolean.toString(tensor.getBoolean(i));
      case UINT64 -> Long.toUnsignedString(tensor.getLong(i));
      case STRING -> quote(tensor.getBytes(i));
      case RESOURCE, VARIANT -> "<" + tensor.getObject(i) + ">";
      default -> Long.toString(tensor.getLong(i));
    };
  }

  /** {@code 1.5}, {@code 1e-7}, {@code nan}, {@code -inf}. */
  static String real(DType dtype, double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0.0" : "0.0";
    }
    BigDecimal digits = shortest(dtype, value).stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    if (exponent > LARGEST_PLAIN || exponent < SMALLEST_PLAIN) {
      return digits.scaleByPowerOfTen(-exponent).toPlainString() + "e" + exponent;
    }
    return digits.scale() <= 0 ? digits.toPlainString() + ".0" : digits.toPlainString();
  }

  private static BigDecimal shortest(DType dtype, double value) {
    return switch (dtype) {
      case FLOAT64 -> new BigDecimal(Double.toString(value));
      case FLOAT32 -> new BigDecimal(Float.toString((float) value));
      default -> shortestOf16Bits(dtype, value);
    };
  }

  private static BigDecimal shortestOf16Bits(DType dtype, double value) {
    BigDecimal exact = new BigDecimal(value);
    for (int digits = 1; digits < 6; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      double back = rounded.doubleValue();
      double read =
          dtype == DType.FLOAT16
              ? Float16.toFloat(Float16.fromDouble(back))
              : Bfloat16.toFloat(Bfloat16.fromDouble(back));
      if (read == value) {
        return rounded;
      }
    }
    return exact;
  }

  /** {@code 1+2i}. */
  private static String complex(DType part, double real, double imaginary) {
    String second = withoutFraction(real(part, imaginary));
    String sign = second.startsWith("-") ? "" : "+";
    return withoutFraction(real(part, real)) + sign + second + "i";
  }

  private static String withoutFraction(String number) {
    return number.endsWith(".0") ? number.substring(0, number.length() - 2) : number;
  }

  /** In quotes, with escapes; bytes that are not UTF-8 as {@code \xff}; long strings shortened. */
  static String quote(byte[] bytes) {
    int shown = Math.min(bytes.length, LONGEST_STRING);
    if (shown < bytes.length) {
      while (shown > LONGEST_STRING - 4 && (bytes[shown] & 0xC0) == 0x80) {
        shown--; // not in the middle of a character
      }
    }
    StringBuilder text = new StringBuilder("\"");
    ByteBuffer part = ByteBuffer.wrap(bytes, 0, shown);
    try {
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(part)
          .codePoints()
          .forEach(c -> escape(text, c));
    } catch (CharacterCodingException e) {
      text.setLength(1);
      for (int i = 0; i < shown; i++) {
        if (bytes[i] >= 0) {
          escape(text, bytes[i]);
        } else {
          text.append("\\x").append(HexFormat.of().toHexDigits(bytes[i]));
        }
      }
    }
    text.append('"');
    return shown == bytes.length ? text.toString() : text + "… (" + bytes.length + " bytes)";
  }

  private static void escape(StringBuilder text, int c) {
    switch (c) {
      case '"' -> text.append("\\\"");
      case '\\' -> text.append("\\\\");
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      default -> {
        if (c < 0x20 || c == 0x7f) {
          text.append("\\x").append(HexFormat.of().toHexDigits((byte) c));
        } else {
          text.appendCodePoint(c);
        }
      }
    }
  }
}
