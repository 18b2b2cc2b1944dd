package dev.weir.conformance;

import com.google.protobuf.ByteString;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.function.Consumer;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;
import org.tensorflow.proto.VersionDef;

/** Writes small {@code GraphDef}s by hand, in TensorFlow's own classes. */
final class Graphs {
  private static final int PRODUCER = 1994;

  private final GraphDef.Builder graph =
      GraphDef.newBuilder().setVersions(VersionDef.newBuilder().setProducer(PRODUCER));

  /** A node; {@code attributes} fills in what the op asks for. */
  Graphs node(String name, String op, Consumer<NodeDef.Builder> attributes, String... inputs) {
    NodeDef.Builder node = NodeDef.newBuilder().setName(name).setOp(op);
    for (String input : inputs) {
      node.addInput(input);
    }
    attributes.accept(node);
    graph.addNode(node);
    return this;
  }

  /** A node whose only attribute is {@code T}. */
  Graphs typed(String name, String op, DType dtype, String... inputs) {
    return node(name, op, node -> node.putAttr("T", type(dtype)), inputs);
  }

  Graphs placeholder(String name, DType dtype, Shape shape) {
    return node(
        name,
        "Placeholder",
        node -> node.putAttr("dtype", type(dtype)).putAttr("shape", shape(shape)));
  }

  /** A float32 scalar. */
  Graphs constant(String name, float value) {
    TensorProto tensor =
        TensorProto.newBuilder()
            .setDtype(DataType.DT_FLOAT)
            .setTensorShape(TensorShapeProto.getDefaultInstance())
            .addFloatVal(value)
            .build();
    return node(
        name,
        "Const",
        node ->
            node.putAttr("dtype", type(DType.FLOAT32))
                .putAttr("value", AttrValue.newBuilder().setTensor(tensor).build()));
  }

  byte[] serialized() {
    return graph.build().toByteArray();
  }

  static AttrValue type(DType dtype) {
    return AttrValue.newBuilder().setType(DataType.forNumber(dtype.number())).build();
  }

  static AttrValue types(DType dtype) {
    return AttrValue.newBuilder()
        .setList(AttrValue.ListValue.newBuilder().addType(DataType.forNumber(dtype.number())))
        .build();
  }

  static AttrValue shape(Shape shape) {
    TensorShapeProto.Builder proto = TensorShapeProto.newBuilder().setUnknownRank(!shape.hasRank());
    if (shape.hasRank()) {
      for (long size : shape.sizes()) {
        proto.addDim(TensorShapeProto.Dim.newBuilder().setSize(size));
      }
    }
    return AttrValue.newBuilder().setShape(proto).build();
  }

  static AttrValue text(String value) {
    return AttrValue.newBuilder().setS(ByteString.copyFromUtf8(value)).build();
  }

  static AttrValue truth(boolean value) {
    return AttrValue.newBuilder().setB(value).build();
  }

  static AttrValue number(long value) {
    return AttrValue.newBuilder().setI(value).build();
  }
}
