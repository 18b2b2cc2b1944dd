package dev.weir.graph.text;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrType;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Signature;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the values of attributes. */
final class ValueParser {
  private static final int MAX_DEPTH = 50;

  private final TextScanner in;
  private final TensorParser tensors;
  private int depth;

  ValueParser(TextScanner in) {
    this.in = in;
    this.tensors = new TensorParser(in);
  }

  /** Attributes in braces. An op's signature says what kind of value to expect. */
  Map<String, AttrValue> attrs(@Nullable Signature signature) {
    Map<String, AttrValue> attrs = new LinkedHashMap<>();
    in.expect("{");
    while (!in.accept("}")) {
      String name = in.wordOrQuoted("the name of an attribute");
      in.expect(":");
      Signature.Attr declared = signature == null ? null : signature.attr(name);
      AttrValue value = declared == null ? undeclared() : declared(declared);
      if (attrs.put(name, value) != null) {
        throw in.error("the attribute \"" + name + "\" is given twice");
      }
      in.separator("}");
    }
    return attrs;
  }

  private AttrValue declared(Signature.Attr attr) {
    return attr.isList() ? list(attr.type()) : value(attr.type());
  }

  private AttrValue undeclared() {
    if (in.acceptWord("shape")) {
      return value(AttrType.SHAPE);
    }
    if (in.acceptWord("list")) {
      in.expect("(");
      String name = in.word("the type of the list");
      AttrType type = attempt(() -> AttrType.ofText(name));
      in.expect(")");
      return list(type);
    }
    return in.peek() == '[' ? list(null) : single();
  }

  /** A list of one kind of value; if null, of the kind its first one shows. */
  private AttrValue list(@Nullable AttrType given) {
    AttrType type = given;
    List<AttrValue> values = new ArrayList<>();
    in.expect("[");
    while (!in.accept("]")) {
      AttrValue value = type == null ? single() : value(type);
      type = type == null ? kind(value) : type;
      values.add(value);
      in.separator("]");
    }
    if (type == null) {
      throw in.error(
          "an empty list of an attribute the op does not have needs its type, as in"
              + " list(int) []");
    }
    return new AttrValue.ListValue(type, values);
  }

  private static AttrType kind(AttrValue value) {
    return switch (value) {
      case AttrValue.StringValue s -> AttrType.STRING;
      case AttrValue.IntValue i -> AttrType.INT;
      case AttrValue.FloatValue f -> AttrType.FLOAT;
      case AttrValue.BoolValue b -> AttrType.BOOL;
      case AttrValue.TypeValue t -> AttrType.TYPE;
      case AttrValue.ShapeValue s -> AttrType.SHAPE;
      case AttrValue.TensorValue t -> AttrType.TENSOR;
      case AttrValue.FuncValue f -> AttrType.FUNC;
      case AttrValue.ListValue l -> throw new IllegalStateException("a list of lists");
    };
  }

  /** A value of a known kind. */
  private AttrValue value(AttrType type) {
    return switch (type) {
      case STRING -> new AttrValue.StringValue(in.quoted());
      case INT -> AttrValue.of(integer(in.word("a whole number")));
      case FLOAT -> AttrValue.of((float) TensorParser.number(in, in.word("a number")));
      case BOOL -> AttrValue.of(TensorParser.bool(in, in.word("true or false")));
      case TYPE -> AttrValue.of(dtype(in.word("an element type")));
      case SHAPE -> AttrValue.of(shape());
      case TENSOR -> AttrValue.of(tensors.parse(dtype(in.word("an element type")), shape()));
      case FUNC -> function();
    };
  }

  /** A value whose kind its form shows. */
  private AttrValue single() {
    switch (in.peek()) {
      case '"' -> {
        return value(AttrType.STRING);
      }
      case '@' -> {
        return function();
      }
      default -> {}
    }
    String word = in.word("a value");
    if (word.equals("true") || word.equals("false")) {
      return AttrValue.of(word.equals("true"));
    }
    char first = word.charAt(0);
    if (first == '-' || Character.isDigit(first) || word.equals("nan") || word.equals("inf")) {
      boolean whole = word.chars().skip(1).allMatch(Character::isDigit) && first < 'A';
      return whole
          ? AttrValue.of(integer(word))
          : AttrValue.of((float) TensorParser.number(in, word));
    }
    DType dtype = dtype(word);
    return in.peek() == '[' ? AttrValue.of(tensors.parse(dtype, shape())) : AttrValue.of(dtype);
  }

  private AttrValue function() {
    in.expect("@");
    String name = in.wordOrQuoted("the name of a function");
    if (in.peek() != '{') {
      return AttrValue.function(name);
    }
    if (++depth > MAX_DEPTH) {
      throw in.error("functions are nested too deeply");
    }
    Map<String, AttrValue> attrs = attrs(null);
    depth--;
    return new AttrValue.FuncValue(name, attrs);
  }

  DType dtype(String name) {
    return attempt(() -> DType.ofName(name));
  }

  private Shape shape() {
    if (in.accept("?")) {
      return Shape.unknown();
    }
    List<Long> sizes = new ArrayList<>();
    in.expect("[");
    while (!in.accept("]")) {
      sizes.add(in.accept("?") ? Shape.UNKNOWN_SIZE : integer(in.word("a size")));
      in.separator("]");
    }
    return attempt(() -> Shape.of(sizes.stream().mapToLong(Long::longValue).toArray()));
  }

  private long integer(String word) {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw in.error("\"" + word + "\" is not an integer");
    }
  }

  /** Adds the place in the text to what goes wrong. */
  private <T> T attempt(Supplier<T> supplier) {
    try {
      return supplier.get();
    } catch (WeirException e) {
      throw in.error(e.getMessage());
    }
  }
}
