package dev.weir.cluster.internal.protobuf;

import com.google.protobuf.CodedOutputStream;
import dev.weir.graph.graphdef.TensorFiles;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * What precedes the elements of a numeric tensor: type, shape (none if it is a scalar), and how
 * many bytes follow, which is written even if that is none.
 */
final class TensorHeader {
  static final int DTYPE = 1;
  static final int SHAPE = 2;
  static final int CONTENT = 4;
  static final int DIMENSION = 2;
  static final int UNKNOWN_RANK = 3;
  static final int DIMENSION_SIZE = 1;

  private TensorHeader() {}

  /** The header of a tensor; for strings and handles it is all there is. */
  static byte[] of(Tensor tensor) {
    try {
      return tensor.dtype().isObject() ? TensorFiles.toBinary(tensor) : write(tensor);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written", e);
    }
  }

  private static byte[] write(Tensor tensor) throws IOException {
    Shape shape = tensor.shape();
    int shapeSize = sizeOf(shape);
    int size =
        CodedOutputStream.computeEnumSize(DTYPE, tensor.dtype().number())
            + (shapeSize == 0 ? 0 : 1 + CodedOutputStream.computeUInt32SizeNoTag(shapeSize))
            + shapeSize
            + 1
            + CodedOutputStream.computeUInt64SizeNoTag(tensor.byteSize());
    byte[] bytes = new byte[size];
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeEnum(DTYPE, tensor.dtype().number());
    writeShape(shape, out);
    out.writeTag(CONTENT, ProtobufReader.LENGTH_DELIMITED);
    out.writeUInt64NoTag(tensor.byteSize());
    out.checkNoSpaceLeft();
    return bytes;
  }

  private static int sizeOf(Shape shape) {
    int size = 0;
    for (int i = 0; i < shape.rank(); i++) {
      size += 2 + dimensionSize(shape.size(i));
    }
    return size;
  }

  private static int dimensionSize(long size) {
    return CodedOutputStream.computeInt64Size(DIMENSION_SIZE, size);
  }

  static void writeShape(Shape shape, CodedOutputStream out) throws IOException {
    if (shape.isScalar()) {
      return;
    }
    out.writeTag(SHAPE, ProtobufReader.LENGTH_DELIMITED);
    out.writeUInt32NoTag(sizeOf(shape));
    for (int i = 0; i < shape.rank(); i++) {
      out.writeTag(DIMENSION, ProtobufReader.LENGTH_DELIMITED);
      out.writeUInt32NoTag(dimensionSize(shape.size(i)));
      out.writeInt64(DIMENSION_SIZE, shape.size(i));
    }
  }
}
