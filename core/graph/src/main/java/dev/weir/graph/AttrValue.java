package dev.weir.graph;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The value of an attribute, fixed when the node is built. */
public sealed interface AttrValue {
  /** Arbitrary bytes. */
  record StringValue(byte[] bytes) implements AttrValue {
    public StringValue {
      bytes = bytes.clone();
    }

    /** The bytes read as UTF-8. */
    public String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof StringValue that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
      return '"' + text() + '"';
    }
  }

  /** A whole number. */
  record IntValue(long value) implements AttrValue {
    @Override
    public String toString() {
      return Long.toString(value);
    }
  }

  /** A single-precision number. */
  record FloatValue(float value) implements AttrValue {
    @Override
    public String toString() {
      return Float.toString(value);
    }
  }

  /** True or false. */
  record BoolValue(boolean value) implements AttrValue {
    @Override
    public String toString() {
      return Boolean.toString(value);
    }
  }

  /** An element type; {@code ref} marks the type of a reference edge. */
  record TypeValue(DType value) implements AttrValue {
    @Override
    public String toString() {
      return value.toString();
    }
  }

  /** A shape, possibly not fully known. */
  record ShapeValue(Shape value) implements AttrValue {
    @Override
    public String toString() {
      return value.toString();
    }
  }

  /** A constant tensor. Equal only to itself: comparing contents is the caller's decision. */
  record TensorValue(Tensor value) implements AttrValue {
    @Override
    public String toString() {
      return value.toString();
    }
  }

  /** A function of the graph's library, with attributes to bind. */
  record FuncValue(String name, Map<String, AttrValue> attrs) implements AttrValue {
    public FuncValue {
      attrs = Map.copyOf(attrs);
    }

    @Override
    public String toString() {
      return attrs.isEmpty() ? "@" + name : "@" + name + new TreeMap<>(attrs);
    }
  }

  /** Several values of one kind. */
  record ListValue(AttrType elementType, List<AttrValue> values) implements AttrValue {
    public ListValue {
      values = List.copyOf(values);
    }

    @Override
    public String toString() {
      return values.stream().map(AttrValue::toString).collect(Collectors.joining(", ", "[", "]"));
    }
  }

  static AttrValue of(String value) {
    return new StringValue(value.getBytes(StandardCharsets.UTF_8));
  }

  static AttrValue of(long value) {
    return new IntValue(value);
  }

  static AttrValue of(float value) {
    return new FloatValue(value);
  }

  static AttrValue of(boolean value) {
    return new BoolValue(value);
  }

  static AttrValue of(DType value) {
    return new TypeValue(value);
  }

  static AttrValue of(Shape value) {
    return new ShapeValue(value);
  }

  /** A constant tensor; closing {@code value} later does not disturb it. */
  static AttrValue of(Tensor value) {
    return new TensorValue(value.shared().collected());
  }

  static AttrValue function(String name) {
    return new FuncValue(name, Map.of());
  }

  static AttrValue ofTypes(List<DType> values) {
    return new ListValue(AttrType.TYPE, values.stream().map(AttrValue::of).toList());
  }

  static AttrValue ofShapes(List<Shape> values) {
    return new ListValue(AttrType.SHAPE, values.stream().map(AttrValue::of).toList());
  }

  static AttrValue ofInts(long... values) {
    return new ListValue(AttrType.INT, Arrays.stream(values).mapToObj(AttrValue::of).toList());
  }

  static AttrValue ofStrings(List<String> values) {
    return new ListValue(AttrType.STRING, values.stream().map(AttrValue::of).toList());
  }

  static AttrValue ofFloats(float... values) {
    java.util.ArrayList<AttrValue> list = new java.util.ArrayList<>();
    for (float value : values) {
      list.add(of(value));
    }
    return new ListValue(AttrType.FLOAT, list);
  }
}
