package dev.weir.graph.graphdef;

import com.google.protobuf.ByteString;
import dev.weir.error.WeirException;
import dev.weir.schema.TensorProto;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Buffer;

/**
 * Tensors out of files. The elements stand either as raw bytes or in the field of their type; in
 * the latter, the last value given stands for all that are missing.
 */
final class TensorReader {
  private final Expansion expansion;

  TensorReader(Expansion expansion) {
    this.expansion = expansion;
  }

  Tensor read(TensorProto proto) {
    DType dtype = DTypes.read(proto.getDtypeValue());
    Shape shape = Shapes.read(proto.getTensorShape());
    if (!shape.isFullyKnown()) {
      throw WeirException.invalidArgument("the shape of a constant must be known, got %s", shape);
    }
    long count = shape.elements();
    if (count == 0) {
      return Tensor.allocate(dtype, shape).freeze();
    }
    if (dtype.isObject()) {
      return new ObjectTensorReader(expansion).read(proto, dtype, shape);
    }
    ByteString content = proto.getTensorContent();
    return content.isEmpty()
        ? ofValues(proto, dtype, shape, count)
        : ofBytes(content, dtype, shape, count);
  }

  private static Tensor ofBytes(ByteString content, DType dtype, Shape shape, long count) {
    if (count > content.size() || count * dtype.byteSize() != content.size()) {
      throw WeirException.invalidArgument(
          "%s%s does not take the %d bytes it is given", dtype, shape, content.size());
    }
    if (dtype == DType.BOOL) {
      for (int i = 0; i < content.size(); i++) {
        if (content.byteAt(i) != 0 && content.byteAt(i) != 1) {
          throw WeirException.invalidArgument(
              "a bool is 0 or 1: byte %d of bool%s is %d", i, shape, content.byteAt(i));
        }
      }
    }
    Tensor tensor = Tensor.allocate(dtype, shape);
    tensor.buffer().copyFromByteBuffer(content.asReadOnlyByteBuffer(), 0);
    return tensor.freeze();
  }

  private Tensor ofValues(TensorProto proto, DType dtype, Shape shape, long count) {
    int given = (int) Math.min(count, valueCount(proto, dtype));
    expansion.charge(count - given, dtype.byteSize(), dtype + "" + shape);
    Tensor tensor = Tensor.allocate(dtype, shape);
    if (given == 0) {
      tensor.buffer().fill(0, tensor.byteSize(), (byte) 0);
    }
    for (int i = 0; i < given; i++) {
      set(tensor.buffer(), i, proto, dtype);
    }
    long done = given;
    while (given > 0 && done < count) {
      // the copied range doubles, so that a large constant takes a few calls
      long from = done == given ? given - 1 : given;
      long more = Math.min(done - from, count - done);
      tensor.copyFrom(tensor, from, done, more);
      done += more;
    }
    return tensor.freeze();
  }

  private static int valueCount(TensorProto proto, DType dtype) {
    return switch (dtype) {
      case FLOAT32 -> proto.getFloatValCount();
      case FLOAT64 -> proto.getDoubleValCount();
      case INT64 -> proto.getInt64ValCount();
      case UINT64 -> proto.getUint64ValCount();
      case UINT32 -> proto.getUint32ValCount();
      case BOOL -> proto.getBoolValCount();
      case FLOAT16, BFLOAT16 -> proto.getHalfValCount();
      case COMPLEX64 -> proto.getScomplexValCount() / 2;
      case COMPLEX128 -> proto.getDcomplexValCount() / 2;
      default -> proto.getIntValCount();
    };
  }

  private static void set(Buffer to, int i, TensorProto proto, DType dtype) {
    switch (dtype) {
      case FLOAT32 -> to.setFloat(i, proto.getFloatVal(i));
      case FLOAT64 -> to.setDouble(i, proto.getDoubleVal(i));
      case INT64 -> to.setLong(i, proto.getInt64Val(i));
      case UINT64 -> to.setLong(i, proto.getUint64Val(i));
      case UINT32 -> to.setInt(i, proto.getUint32Val(i));
      case BOOL -> to.setByte(i, (byte) (proto.getBoolVal(i) ? 1 : 0));
      case FLOAT16, BFLOAT16 -> to.setShort(i, (short) proto.getHalfVal(i));
      case COMPLEX64 -> {
        to.setFloat(2L * i, proto.getScomplexVal(2 * i));
        to.setFloat(2L * i + 1, proto.getScomplexVal(2 * i + 1));
      }
      case COMPLEX128 -> {
        to.setDouble(2L * i, proto.getDcomplexVal(2 * i));
        to.setDouble(2L * i + 1, proto.getDcomplexVal(2 * i + 1));
      }
      case INT32, QINT32 -> to.setInt(i, proto.getIntVal(i));
      case INT16, UINT16, QINT16, QUINT16 -> to.setShort(i, (short) proto.getIntVal(i));
      default -> to.setByte(i, (byte) proto.getIntVal(i));
    }
  }
}
