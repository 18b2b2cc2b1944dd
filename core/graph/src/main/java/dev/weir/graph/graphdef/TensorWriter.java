package dev.weir.graph.graphdef;

import com.google.protobuf.ByteString;
import dev.weir.error.WeirException;
import dev.weir.schema.DataType;
import dev.weir.schema.ResourceHandleProto;
import dev.weir.schema.TensorProto;
import dev.weir.tensor.DType;
import dev.weir.tensor.ResourceHandle;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Buffer;
import dev.weir.tensor.memory.ByteSize;

/**
 * Tensors into files: strings one by one, equal numbers as a single value, other numbers as raw
 * bytes.
 */
final class TensorWriter {
  /** What a single message can hold, less some room for what is around the tensor. */
  private static final long MAX_BYTES = Integer.MAX_VALUE - (1 << 20);

  private TensorWriter() {}

  static TensorProto write(Tensor tensor) {
    DType dtype = tensor.dtype();
    TensorProto.Builder proto =
        TensorProto.newBuilder()
            .setDtype(DataType.forNumber(dtype.number()))
            .setTensorShape(Shapes.write(tensor.shape()));
    if (tensor.elements() == 0) {
      return proto.build();
    }
    switch (dtype) {
      case STRING -> writeStrings(tensor, proto);
      case RESOURCE -> writeHandles(tensor, proto);
      case VARIANT ->
          throw WeirException.unimplemented(
              "a constant cannot be of type variant: variant%s", tensor.shape());
      default -> writeNumbers(tensor, proto);
    }
    return proto.build();
  }

  private static void writeNumbers(Tensor tensor, TensorProto.Builder proto) {
    if (allEqual(tensor)) {
      writeFirst(tensor, proto);
      return;
    }
    if (tensor.byteSize() > MAX_BYTES) {
      throw WeirException.invalidArgument(
          "%s%s takes %s; a file of this kind holds at most 2 GiB",
          tensor.dtype(), tensor.shape(), ByteSize.format(tensor.byteSize()));
    }
    byte[] bytes = new byte[(int) tensor.byteSize()];
    tensor.buffer().copyToArray(0, bytes, 0, bytes.length);
    proto.setTensorContent(ByteString.copyFrom(bytes));
  }

  private static boolean allEqual(Tensor tensor) {
    Buffer bytes = tensor.buffer();
    int size = tensor.dtype().byteSize();
    return tensor.elements() == 1
        || Buffer.mismatch(bytes, 0, bytes, size, tensor.byteSize() - size) < 0;
  }

  private static void writeFirst(Tensor tensor, TensorProto.Builder proto) {
    Buffer from = tensor.buffer();
    switch (tensor.dtype()) {
      case FLOAT32 -> proto.addFloatVal(from.getFloat(0));
      case FLOAT64 -> proto.addDoubleVal(from.getDouble(0));
      case INT64 -> proto.addInt64Val(from.getLong(0));
      case UINT64 -> proto.addUint64Val(from.getLong(0));
      case UINT32 -> proto.addUint32Val(from.getInt(0));
      case BOOL -> proto.addBoolVal(from.getByte(0) != 0);
      case FLOAT16, BFLOAT16 -> proto.addHalfVal(Short.toUnsignedInt(from.getShort(0)));
      case COMPLEX64 -> proto.addScomplexVal(from.getFloat(0)).addScomplexVal(from.getFloat(1));
      case COMPLEX128 -> proto.addDcomplexVal(from.getDouble(0)).addDcomplexVal(from.getDouble(1));
      default -> proto.addIntVal((int) tensor.getLong(0));
    }
  }

  private static void writeStrings(Tensor tensor, TensorProto.Builder proto) {
    for (long i = 0; i < tensor.elements(); i++) {
      proto.addStringVal(ByteString.copyFrom(tensor.getBytes(i)));
    }
  }

  private static void writeHandles(Tensor tensor, TensorProto.Builder proto) {
    for (long i = 0; i < tensor.elements(); i++) {
      if (!(tensor.getObject(i) instanceof ResourceHandle handle)) {
        throw WeirException.unimplemented(
            "element %d of resource%s has no name and cannot be written", i, tensor.shape());
      }
      proto.addResourceHandleVal(handle(handle));
    }
  }

  private static ResourceHandleProto handle(ResourceHandle handle) {
    ResourceHandleProto.Builder proto =
        ResourceHandleProto.newBuilder()
            .setDevice(handle.device())
            .setContainer(handle.container())
            .setName(handle.name())
            .setHashCode(handle.typeHash())
            .setMaybeTypeName(handle.typeName());
    for (ResourceHandle.TypeAndShape entry : handle.contents()) {
      proto.addDtypesAndShapes(
          ResourceHandleProto.DtypeAndShape.newBuilder()
              .setDtype(DataType.forNumber(entry.dtype().number()))
              .setShape(Shapes.write(entry.shape())));
    }
    return proto.build();
  }
}
