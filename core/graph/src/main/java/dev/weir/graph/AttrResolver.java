package dev.weir.graph;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Completes and checks the attributes of a node: those that follow from the inputs are worked out,
 * missing ones get their default, and every one must be of the kind and among the values its op
 * allows.
 */
final class AttrResolver {
  private final Signature signature;
  private final Map<String, AttrValue> values;

  AttrResolver(Signature signature, Map<String, AttrValue> given) {
    this.signature = signature;
    this.values = new HashMap<>(given);
  }

  /** The attributes of a node with these inputs, one entry an argument. */
  Attributes resolve(List<List<Output>> args) {
    List<Signature.Arg> inputs = signature.inputs();
    if (args.size() != inputs.size()) {
      throw WeirException.invalidArgument("it takes %d inputs, got %d", inputs.size(), args.size());
    }
    for (int i = 0; i < args.size(); i++) {
      bind(inputs.get(i), args.get(i));
    }
    for (Signature.Attr attr : signature.attrs()) {
      check(attr);
    }
    for (String name : values.keySet()) {
      if (!name.startsWith("_") && signature.attr(name) == null) {
        throw WeirException.invalidArgument("it has no attribute \"%s\"", name);
      }
    }
    return Attributes.of(values);
  }

  private void bind(Signature.Arg arg, List<Output> outputs) {
    if (!arg.isList() && outputs.size() != 1) {
      throw WeirException.invalidArgument(
          "%s is a single tensor, got %d", arg.name(), outputs.size());
    }
    if (arg.numberAttr() != null) {
      bindAttr(arg.numberAttr(), AttrValue.of(outputs.size()), arg, outputs);
    }
    if (arg.isTypeList() && arg.typeAttr() != null) {
      AttrValue types = AttrValue.ofTypes(outputs.stream().map(Output::dtype).toList());
      bindAttr(arg.typeAttr(), types, arg, outputs);
      return;
    }
    for (Output output : outputs) {
      if (arg.type() != null && arg.type() != output.dtype()) {
        throw WeirException.invalidArgument(
            "%s must be %s: it is %s", arg.name(), arg.type(), output);
      }
      if (arg.typeAttr() != null) {
        bindAttr(arg.typeAttr(), AttrValue.of(output.dtype()), arg, outputs);
      }
      checkReference(arg, output);
    }
  }

  private static void checkReference(Signature.Arg arg, Output output) {
    if (arg.isRef() && !output.isReference()) {
      throw WeirException.invalidArgument(
          "%s must be a reference to a variable: it is the value %s", arg.name(), output);
    }
  }

  private void bindAttr(String attr, AttrValue value, Signature.Arg arg, List<Output> outputs) {
    AttrValue before = values.put(attr, value);
    if (before != null && !before.equals(value)) {
      throw WeirException.invalidArgument(
          "%s must have %s = %s, like the inputs and attributes before it: it is %s",
          arg.name(), attr, before, outputs);
    }
  }

  private void check(Signature.Attr attr) {
    AttrValue value = values.get(attr.name());
    if (value == null) {
      value = attr.defaultValue();
      if (value == null) {
        throw WeirException.invalidArgument(
            "its attribute \"%s\" (%s) must be given", attr.name(), attr.kind());
      }
      values.put(attr.name(), value);
    }
    if (attr.isList()) {
      if (!(value instanceof AttrValue.ListValue list)) {
        throw wrongKind(attr, value);
      }
      if (attr.minimum() != null && list.values().size() < attr.minimum()) {
        throw WeirException.invalidArgument(
            "its attribute \"%s\" needs at least %d entries: %s",
            attr.name(), attr.minimum(), value);
      }
      list.values().forEach(entry -> checkSingle(attr, entry));
    } else {
      checkSingle(attr, value);
      if (attr.minimum() != null
          && value instanceof AttrValue.IntValue number
          && number.value() < attr.minimum()) {
        throw WeirException.invalidArgument(
            "its attribute \"%s\" must be at least %d: it is %d",
            attr.name(), attr.minimum(), number.value());
      }
    }
  }

  private static void checkSingle(Signature.Attr attr, AttrValue value) {
    boolean right =
        switch (attr.type()) {
          case STRING -> value instanceof AttrValue.StringValue;
          case INT -> value instanceof AttrValue.IntValue;
          case FLOAT -> value instanceof AttrValue.FloatValue;
          case BOOL -> value instanceof AttrValue.BoolValue;
          case TYPE -> value instanceof AttrValue.TypeValue;
          case SHAPE -> value instanceof AttrValue.ShapeValue;
          case TENSOR -> value instanceof AttrValue.TensorValue;
          case FUNC -> value instanceof AttrValue.FuncValue;
        };
    if (!right) {
      throw wrongKind(attr, value);
    }
    if (!attr.allowed().isEmpty() && !attr.allowed().contains(value)) {
      throw WeirException.invalidArgument(
          "its attribute \"%s\" must be one of %s: it is %s", attr.name(), attr.allowed(), value);
    }
  }

  private static WeirException wrongKind(Signature.Attr attr, AttrValue value) {
    return WeirException.invalidArgument(
        "its attribute \"%s\" must be of type %s: it is %s", attr.name(), attr.kind(), value);
  }

  /** Cuts a flat list of inputs into arguments, once the attributes that say how are known. */
  static List<List<Output>> split(Signature signature, Attributes attrs, List<Output> inputs) {
    List<List<Output>> args = new java.util.ArrayList<>();
    int at = 0;
    for (Signature.Arg arg : signature.inputs()) {
      List<DType> dtypes = arg.dtypes(attrs);
      if (at + dtypes.size() > inputs.size()) {
        throw WeirException.invalidArgument(
            "it needs more than the %d inputs it has: %s is missing", inputs.size(), arg.name());
      }
      args.add(inputs.subList(at, at + dtypes.size()));
      at += dtypes.size();
    }
    if (at != inputs.size()) {
      throw WeirException.invalidArgument("it takes %d inputs, got %d", at, inputs.size());
    }
    return args;
  }
}
