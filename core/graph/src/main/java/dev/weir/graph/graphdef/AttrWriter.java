package dev.weir.graph.graphdef;

import com.google.protobuf.ByteString;
import dev.weir.graph.AttrValue;
import dev.weir.schema.DataType;
import dev.weir.schema.NameAttrList;

/** Writes attributes. */
final class AttrWriter {
  private AttrWriter() {}

  static dev.weir.schema.AttrValue write(AttrValue value) {
    dev.weir.schema.AttrValue.Builder proto = dev.weir.schema.AttrValue.newBuilder();
    switch (value) {
      case AttrValue.StringValue string -> proto.setS(ByteString.copyFrom(string.bytes()));
      case AttrValue.IntValue number -> proto.setI(number.value());
      case AttrValue.FloatValue number -> proto.setF(number.value());
      case AttrValue.BoolValue flag -> proto.setB(flag.value());
      case AttrValue.TypeValue type -> proto.setType(DataType.forNumber(type.value().number()));
      case AttrValue.ShapeValue shape -> proto.setShape(Shapes.write(shape.value()));
      case AttrValue.TensorValue tensor -> proto.setTensor(TensorWriter.write(tensor.value()));
      case AttrValue.FuncValue function -> proto.setFunc(function(function));
      case AttrValue.ListValue list -> proto.setList(list(list));
    }
    return proto.build();
  }

  private static NameAttrList function(AttrValue.FuncValue function) {
    NameAttrList.Builder proto = NameAttrList.newBuilder().setName(function.name());
    function.attrs().forEach((name, value) -> proto.putAttr(name, write(value)));
    return proto.build();
  }

  private static dev.weir.schema.AttrValue.ListValue list(AttrValue.ListValue list) {
    dev.weir.schema.AttrValue.ListValue.Builder proto =
        dev.weir.schema.AttrValue.ListValue.newBuilder();
    for (AttrValue value : list.values()) {
      switch (value) {
        case AttrValue.StringValue string -> proto.addS(ByteString.copyFrom(string.bytes()));
        case AttrValue.IntValue number -> proto.addI(number.value());
        case AttrValue.FloatValue number -> proto.addF(number.value());
        case AttrValue.BoolValue flag -> proto.addB(flag.value());
        case AttrValue.TypeValue type -> proto.addType(DataType.forNumber(type.value().number()));
        case AttrValue.ShapeValue shape -> proto.addShape(Shapes.write(shape.value()));
        case AttrValue.TensorValue tensor -> proto.addTensor(TensorWriter.write(tensor.value()));
        case AttrValue.FuncValue function -> proto.addFunc(function(function));
        case AttrValue.ListValue inner ->
            throw new IllegalStateException("a list of lists: " + inner);
      }
    }
    return proto.build();
  }
}
