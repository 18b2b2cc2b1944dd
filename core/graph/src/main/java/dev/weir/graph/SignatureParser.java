package dev.weir.graph;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads and prints the one-line form of {@link Signature}. */
final class SignatureParser {
  private final String line;
  private int at;

  SignatureParser(String line) {
    this.line = line;
  }

  Signature parse() {
    try {
      return signature();
    } catch (NumberFormatException e) {
      throw error("a number is missing");
    }
  }

  private Signature signature() {
    String name = word();
    List<Signature.Arg> inputs = args();
    expect("->");
    List<Signature.Arg> outputs = args();
    List<Signature.Attr> attrs = new ArrayList<>();
    Set<String> flags = new LinkedHashSet<>();
    while (skipSpace() < line.length()) {
      String next = word();
      if (accept(":")) {
        attrs.add(attr(next));
        expect(";");
      } else {
        flags.add(next);
      }
    }
    boolean commutative = flags.remove("commutative");
    boolean aggregate = flags.remove("aggregate");
    boolean stateful = flags.remove("stateful");
    boolean uninitialized = flags.remove("uninitialized-ok");
    if (!flags.isEmpty()) {
      throw error("unknown words " + flags);
    }
    return new Signature(
        name, inputs, outputs, attrs, commutative, aggregate, stateful, uninitialized);
  }

  private List<Signature.Arg> args() {
    List<Signature.Arg> args = new ArrayList<>();
    expect("(");
    while (!accept(")")) {
      String name = word();
      expect(":");
      args.add(arg(name));
      accept(",");
    }
    return args;
  }

  private Signature.Arg arg(String name) {
    String type = word();
    boolean isRef = type.equals("ref") && !isAny(",)");
    if (isRef) {
      type = word();
    }
    String number = null;
    if (accept("*")) {
      number = type;
      type = word();
    }
    boolean isList = accept("...");
    DType fixed = isList ? null : dtypeOrNull(type);
    return new Signature.Arg(name, fixed, fixed == null ? type : null, isList, number, isRef);
  }

  private Signature.Attr attr(String name) {
    String kind = word();
    boolean isList = kind.equals("list");
    if (isList) {
      expect("(");
      kind = word();
      expect(")");
    }
    AttrType type = named(kind, AttrType::ofText);
    AttrValue defaultValue = accept("=") ? (isList ? list(type) : value(type)) : null;
    List<AttrValue> allowed = new ArrayList<>();
    skipSpace();
    if (line.startsWith("in [", at)) {
      at += 3;
      allowed.addAll(((AttrValue.ListValue) list(type)).values());
    }
    Long minimum = accept(">=") ? Long.valueOf(token(";")) : null;
    return new Signature.Attr(name, type, isList, defaultValue, allowed, minimum);
  }

  private AttrValue list(AttrType type) {
    List<AttrValue> values = new ArrayList<>();
    expect("[");
    while (!accept("]")) {
      values.add(value(type));
      accept(",");
    }
    return new AttrValue.ListValue(type, values);
  }

  private AttrValue value(AttrType type) {
    return switch (type) {
      case STRING -> AttrValue.of(quoted());
      case INT -> AttrValue.of(Long.parseLong(token(";,] ")));
      case FLOAT -> AttrValue.of(Float.parseFloat(token(";,] ")));
      case BOOL -> AttrValue.of(bool(token(";,] ")));
      case TYPE -> AttrValue.of(named(token(";,] "), DType::ofName));
      case SHAPE -> AttrValue.of(shape());
      case TENSOR, FUNC -> throw error("a " + type.text() + " has no default in this form");
    };
  }

  private Shape shape() {
    if (accept("?")) {
      return Shape.unknown();
    }
    List<Long> sizes = new ArrayList<>();
    expect("[");
    while (!accept("]")) {
      sizes.add(accept("?") ? Shape.UNKNOWN_SIZE : Long.parseLong(token(";,] ")));
      accept(",");
    }
    return Shape.of(sizes.stream().mapToLong(Long::longValue).toArray());
  }

  private boolean bool(String word) {
    if (!word.equals("true") && !word.equals("false")) {
      throw error("true or false is missing");
    }
    return word.equals("true");
  }

  private <T> T named(String name, Function<String, T> find) {
    try {
      return find.apply(name);
    } catch (WeirException e) {
      throw error(e.getMessage());
    }
  }

  private String quoted() {
    expect("\"");
    int end = line.indexOf('"', at);
    if (end < 0) {
      throw error("a string is not closed");
    }
    String text = line.substring(at, end);
    at = end + 1;
    return text;
  }

  private String token(String stops) {
    skipSpace();
    int start = at;
    while (at < line.length() && stops.indexOf(line.charAt(at)) < 0) {
      at++;
    }
    return line.substring(start, at);
  }

  private String word() {
    skipSpace();
    int start = at;
    while (at < line.length()
        && (Character.isLetterOrDigit(line.charAt(at)) || "_>-".indexOf(line.charAt(at)) >= 0)) {
      if (line.startsWith("->", at)) {
        break;
      }
      at++;
    }
    if (at == start) {
      throw error("a word is missing");
    }
    return line.substring(start, at);
  }

  private boolean isAny(String characters) {
    skipSpace();
    return at < line.length() && characters.indexOf(line.charAt(at)) >= 0;
  }

  private boolean accept(String text) {
    skipSpace();
    if (!line.startsWith(text, at)) {
      return false;
    }
    at += text.length();
    return true;
  }

  private void expect(String text) {
    if (!accept(text)) {
      throw error("\"" + text + "\" is missing");
    }
  }

  private int skipSpace() {
    while (at < line.length() && Character.isWhitespace(line.charAt(at))) {
      at++;
    }
    return at;
  }

  private static @Nullable DType dtypeOrNull(String name) {
    for (DType dtype : DType.values()) {
      if (dtype.opDefName().equals(name)) {
        return dtype;
      }
    }
    return null;
  }

  private WeirException error(String what) {
    return WeirException.invalidArgument("%s at column %d of the signature %s", what, at + 1, line);
  }

  static String print(Signature signature) {
    StringBuilder text = new StringBuilder(signature.name());
    text.append(printArgs(signature.inputs())).append(" -> ");
    text.append(printArgs(signature.outputs()));
    signature.attrs().forEach(attr -> text.append(' ').append(printAttr(attr)).append(';'));
    text.append(signature.commutative() ? " commutative" : "");
    text.append(signature.aggregate() ? " aggregate" : "");
    text.append(signature.stateful() ? " stateful" : "");
    text.append(signature.acceptsUninitialized() ? " uninitialized-ok" : "");
    return text.toString();
  }

  private static String printArgs(List<Signature.Arg> args) {
    return args.stream()
        .map(
            arg ->
                arg.name()
                    + ": "
                    + (arg.isRef() ? "ref " : "")
                    + (arg.numberAttr() == null ? "" : arg.numberAttr() + "*")
                    + (arg.type() == null ? arg.typeAttr() : arg.type().opDefName())
                    + (arg.isTypeList() ? "..." : ""))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String printAttr(Signature.Attr attr) {
    String defaultText = attr.defaultValue() == null ? "" : "=" + printValue(attr.defaultValue());
    String allowed = attr.allowed().isEmpty() ? "" : " in " + printValues(attr.allowed());
    String minimum = attr.minimum() == null ? "" : " >=" + attr.minimum();
    return attr.name() + ":" + attr.kind() + defaultText + allowed + minimum;
  }

  private static String printValues(List<AttrValue> values) {
    Function<AttrValue, String> print = SignatureParser::printValue;
    return values.stream().map(print).collect(Collectors.joining(", ", "[", "]"));
  }

  private static String printValue(AttrValue value) {
    return switch (value) {
      case AttrValue.TypeValue type -> type.value().opDefName();
      case AttrValue.ShapeValue shape -> shape.value().hasRank() ? shape.value().toString() : "?";
      case AttrValue.ListValue list -> printValues(list.values());
      default -> value.toString();
    };
  }
}
