package dev.weir.conformance;

import static java.util.stream.Collectors.joining;

import com.google.protobuf.ByteString;
import dev.weir.error.WeirException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.OpDef;
import org.tensorflow.proto.TensorShapeProto;

/** Writes an {@code OpDef} in the text form of signatures. */
final class OpSignatureReader {
  private OpSignatureReader() {}

  static OpSignature read(OpDef op) {
    List<String> properties = new ArrayList<>();
    if (op.getIsCommutative()) {
      properties.add("commutative");
    }
    if (op.getIsAggregate()) {
      properties.add("aggregate");
    }
    if (op.getIsStateful()) {
      properties.add("stateful");
    }
    if (op.getAllowsUninitializedInput()) {
      properties.add("uninitialized-ok");
    }
    return new OpSignature(
        op.getName(),
        op.getInputArgList().stream().map(OpSignatureReader::port).toList(),
        op.getOutputArgList().stream().map(OpSignatureReader::port).toList(),
        op.getAttrList().stream().map(OpSignatureReader::attribute).toList(),
        properties);
  }

  private static String port(OpDef.ArgDef port) {
    String type = port.getTypeAttr();
    if (!port.getTypeListAttr().isEmpty()) {
      type = port.getTypeListAttr() + "...";
    } else if (type.isEmpty()) {
      type = type(port.getType());
    }
    String count = port.getNumberAttr().isEmpty() ? "" : port.getNumberAttr() + "*";
    return port.getName() + ": " + (port.getIsRef() ? "ref " : "") + count + type;
  }

  private static String attribute(OpDef.AttrDef attribute) {
    StringBuilder text = new StringBuilder(attribute.getName());
    text.append(':').append(attribute.getType());
    if (attribute.hasDefaultValue()) {
      text.append('=').append(value(attribute.getDefaultValue()));
    }
    if (attribute.hasAllowedValues()) {
      text.append(" in ").append(value(attribute.getAllowedValues()));
    }
    if (attribute.getHasMinimum()) {
      text.append(" >=").append(attribute.getMinimum());
    }
    return text.toString();
  }

  private static String value(AttrValue value) {
    return switch (value.getValueCase()) {
      case S -> string(value.getS());
      case I -> Long.toString(value.getI());
      case F -> Float.toString(value.getF());
      case B -> Boolean.toString(value.getB());
      case TYPE -> type(value.getType());
      case SHAPE -> shape(value.getShape());
      case TENSOR -> "tensor";
      case LIST -> list(value.getList());
      case FUNC -> value.getFunc().getName();
      case PLACEHOLDER, VALUE_NOT_SET ->
          throw WeirException.internal("an op's attribute has no value: %s", value);
    };
  }

  /** A list holds elements of one kind; an empty list does not say of which. */
  private static String list(AttrValue.ListValue list) {
    String elements =
        join(list.getSList(), OpSignatureReader::string)
            + join(list.getIList(), String::valueOf)
            + join(list.getFList(), String::valueOf)
            + join(list.getBList(), String::valueOf)
            + join(list.getTypeList(), OpSignatureReader::type)
            + join(list.getShapeList(), OpSignatureReader::shape)
            + join(list.getFuncList(), function -> function.getName());
    return "[" + elements + "]";
  }

  private static <T> String join(List<T> elements, Function<T, String> text) {
    return elements.stream().map(text).collect(joining(", "));
  }

  private static String string(ByteString bytes) {
    return "\"" + bytes.toStringUtf8() + "\"";
  }

  private static String type(DataType type) {
    return type.name().substring("DT_".length()).toLowerCase(Locale.ROOT);
  }

  private static String shape(TensorShapeProto shape) {
    return shape.getUnknownRank()
        ? "?"
        : "[" + join(shape.getDimList(), size -> Long.toString(size.getSize())) + "]";
  }
}
