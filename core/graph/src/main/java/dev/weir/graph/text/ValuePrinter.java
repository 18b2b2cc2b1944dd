package dev.weir.graph.text;

import dev.weir.graph.AttrType;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Signature;
import dev.weir.tensor.Shape;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes the values of attributes. */
final class ValuePrinter {
  private final TensorPrinter tensors;

  ValuePrinter(boolean complete) {
    this.tensors = new TensorPrinter(complete);
  }

  /** All of them in braces. An op's signature says what kind of value to expect. */
  String attrs(Map<String, AttrValue> attrs, @Nullable Signature signature) {
    return attrs.entrySet().stream()
        .map(
            attr -> {
              boolean declared = signature != null && signature.attr(attr.getKey()) != null;
              String kind = declared ? "" : kind(attr.getValue());
              return name(attr.getKey()) + ": " + kind + value(attr.getValue());
            })
        .collect(Collectors.joining(", ", "{", "}"));
  }

  /** What must be said of a value whose form does not show its kind. */
  private static String kind(AttrValue value) {
    return switch (value) {
      case AttrValue.ShapeValue shape -> "shape ";
      case AttrValue.ListValue list
          when list.values().isEmpty() || list.elementType() == AttrType.SHAPE ->
          "list(" + list.elementType().text() + ") ";
      default -> "";
    };
  }

  private String value(AttrValue value) {
    return switch (value) {
      case AttrValue.StringValue string -> quote(string.bytes());
      case AttrValue.IntValue number -> Long.toString(number.value());
      case AttrValue.FloatValue number -> number(number.value());
      case AttrValue.BoolValue flag -> Boolean.toString(flag.value());
      case AttrValue.TypeValue type -> type.value().toString();
      case AttrValue.ShapeValue shape -> shape(shape.value());
      case AttrValue.TensorValue tensor -> tensors.print(tensor.value());
      case AttrValue.FuncValue function -> function(function);
      case AttrValue.ListValue list ->
          list.values().stream().map(this::value).collect(Collectors.joining(", ", "[", "]"));
    };
  }

  private String function(AttrValue.FuncValue function) {
    String name = functionName(function.name());
    return function.attrs().isEmpty() ? name : name + attrs(new TreeMap<>(function.attrs()), null);
  }

  static String functionName(String name) {
    return "@" + name(name);
  }

  /** A name as it is if it is one word, else in quotes. */
  private static String name(String name) {
    return TextScanner.isWord(name) ? name : quote(name);
  }

  static String shape(Shape shape) {
    return shape.hasRank() ? shape.toString() : "?";
  }

  /** A number in a form that no integer has. */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    return Double.toString(value);
  }

  /** The shortest number that reads as this float, in a form that no integer has. */
  static String number(float value) {
    return Float.isFinite(value) ? Float.toString(value) : number((double) value);
  }

  static String quote(String text) {
    return quote(text.getBytes(StandardCharsets.UTF_8));
  }

  /** In quotes; bytes that are not text as {@code \x00}. */
  static String quote(byte[] bytes) {
    StringBuilder quoted = new StringBuilder("\"");
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      text.chars().forEach(c -> quoted.append(escaped(c)));
    } catch (CharacterCodingException e) {
      for (byte b : bytes) {
        quoted.append(b >= 0 ? escaped(b) : hex(b));
      }
    }
    return quoted.append('"').toString();
  }

  private static String escaped(int c) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      case '\t' -> "\\t";
      default -> c < ' ' || c == 0x7F ? hex((byte) c) : Character.toString((char) c);
    };
  }

  private static String hex(byte b) {
    return "\\x" + HexFormat.of().toHexDigits(b);
  }
}
