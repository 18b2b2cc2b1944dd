package dev.weir.ops.strings;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.ops.support.Printf;
import dev.weir.tensor.DType;
import java.util.Arrays;
import java.util.List;

/**
 * How numbers are written: C's conversions with width, precision and one flag.
 *
 * @param flag a space, {@code +}, {@code -} or {@code 0}; or nothing
 * @param width the least length; none if negative
 * @param precision how many digits; 6 if negative
 * @param conversion {@code f}, {@code e} or {@code g}
 */
record NumberFormat(String flag, long width, int precision, char conversion) {
  private static final int LONGEST = 1 << 16;

  /** The format that the attributes of {@code AsString} ask for. */
  static NumberFormat of(Attributes attrs, DType dtype) {
    boolean isScientific = attrs.bool("scientific");
    boolean isShortest = attrs.bool("shortest");
    boolean isReal = dtype.isFloating() || dtype.isComplex() || dtype == DType.STRING;
    if (!isReal && (isScientific || isShortest)) {
      throw WeirException.invalidArgument("%s has no scientific and no shortest form", dtype);
    }
    if (!isReal && attrs.integer("precision") >= 0) {
      throw WeirException.invalidArgument("%s has no precision", dtype);
    }
    if (isScientific && isShortest) {
      throw WeirException.invalidArgument("a number is written scientific or shortest, not both");
    }
    String fill = attrs.string("fill");
    if (!fill.isEmpty() && !List.of(" ", "+", "-", "0").contains(fill)) {
      throw WeirException.invalidArgument(
          "fill must be empty, a space, +, - or 0, got \"%s\"", fill);
    }
    requireAtMost(attrs, "width");
    requireAtMost(attrs, "precision");
    char conversion = isShortest ? 'g' : isScientific ? 'e' : 'f';
    return new NumberFormat(
        fill,
        Math.max(-1, attrs.integer("width")),
        (int) Math.max(-1, attrs.integer("precision")),
        conversion);
  }

  /** Refuses what would make a string of no use out of every number. */
  private static void requireAtMost(Attributes attrs, String name) {
    if (attrs.integer(name) > LONGEST) {
      throw WeirException.invalidArgument(
          "%s must be at most %d, got %d", name, LONGEST, attrs.integer(name));
    }
  }

  /** A whole number. */
  String integer(long value, boolean isUnsigned) {
    if (isUnsigned) {
      return pad("", Long.toUnsignedString(value), true);
    }
    String text = Long.toString(value);
    return value < 0 ? pad("-", text.substring(1), true) : pad(plus(), text, true);
  }

  /** A real number. */
  String real(double value) {
    int digits = precision < 0 ? 6 : precision;
    String text =
        switch (conversion) {
          case 'g' -> Printf.general(value, digits);
          case 'e' -> Printf.scientific(value, digits);
          default -> Printf.fixed(value, digits);
        };
    boolean isFinite = Double.isFinite(value);
    return text.startsWith("-")
        ? pad("-", text.substring(1), isFinite)
        : pad(plus(), text, isFinite);
  }

  /** A string: at most as many bytes as the precision says. */
  byte[] string(byte[] text) {
    int length = precision < 0 ? text.length : Math.min(text.length, precision);
    byte[] out = new byte[(int) Math.max(length, width)];
    Arrays.fill(out, (byte) ' ');
    System.arraycopy(text, 0, out, flag.equals("-") ? 0 : out.length - length, length);
    return out;
  }

  private String plus() {
    return flag.equals("+") || flag.equals(" ") ? flag : "";
  }

  private String pad(String sign, String digits, boolean mayHaveZeros) {
    int missing = (int) Math.max(0, width - sign.length() - digits.length());
    if (flag.equals("-")) {
      return sign + digits + " ".repeat(missing);
    }
    return flag.equals("0") && mayHaveZeros
        ? sign + "0".repeat(missing) + digits
        : " ".repeat(missing) + sign + digits;
  }
}
