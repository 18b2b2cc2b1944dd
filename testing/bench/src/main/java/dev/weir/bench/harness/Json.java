package dev.weir.bench.harness;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes what results are made of: strings, numbers, booleans, null and objects of these. */
final class Json {
  private static final MathContext DIGITS = new MathContext(6);

  private Json() {}

  static String write(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> string(String.valueOf(entry.getKey())) + ": " + write(entry.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      case Double number -> number(number);
      case Boolean bool -> bool.toString();
      default -> string(value.toString());
    };
  }

  /** Six digits: more are noise. What is no number, JSON has no word for. */
  private static String number(double number) {
    if (!Double.isFinite(number)) {
      return "null";
    }
    BigDecimal rounded = new BigDecimal(number).round(DIGITS);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  private static String string(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
