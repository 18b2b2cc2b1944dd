package dev.weir.json;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps, collections, strings, numbers, booleans and null as JSON, on one line. */
public final class JsonWriter {
  private final StringBuilder out = new StringBuilder();

  private JsonWriter() {}

  /** The JSON of a value. Numbers that JSON lacks are written as strings. */
  public static String write(@Nullable Object value) {
    JsonWriter writer = new JsonWriter();
    writer.value(value);
    return writer.out.toString();
  }

  private void value(@Nullable Object value) {
    switch (value) {
      case null -> out.append("null");
      case Map<?, ?> map -> object(map);
      case Collection<?> collection -> array(collection);
      case Float number -> floating(number.doubleValue(), number.toString());
      case Double number -> floating(number, number.toString());
      case Number number -> out.append(number);
      case Boolean bool -> out.append(bool);
      default -> string(value.toString());
    }
  }

  private void floating(double number, String digits) {
    if (Double.isFinite(number)) {
      out.append(digits);
    } else {
      string(digits); // "NaN", "Infinity", "-Infinity"
    }
  }

  private void object(Map<?, ?> map) {
    String separator = "{";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(separator);
      string(String.valueOf(entry.getKey()));
      out.append(": ");
      value(entry.getValue());
      separator = ", ";
    }
    out.append(map.isEmpty() ? "{}" : "}");
  }

  private void array(Collection<?> collection) {
    String separator = "[";
    for (Object element : collection) {
      out.append(separator);
      value(element);
      separator = ", ";
    }
    out.append(collection.isEmpty() ? "[]" : "]");
  }

  private void string(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ' || Character.isSurrogate(c) && !isPaired(text, i)) {
            out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static boolean isPaired(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
  }
}
