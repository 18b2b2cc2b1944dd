package dev.weir.graph.graphdef;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.weir.error.WeirException;
import dev.weir.schema.TensorProto;
import dev.weir.tensor.Tensor;

/** Single tensors in TensorFlow's binary form, {@code TensorProto}. */
public final class TensorFiles {
  private TensorFiles() {}

  /** The bytes of a tensor; numbers stand as they are in memory. */
  public static byte[] toBinary(Tensor tensor) {
    TensorProto proto = TensorWriter.write(tensor);
    if (tensor.dtype().isObject() || tensor.elements() == 0) {
      return proto.toByteArray();
    }
    byte[] bytes = new byte[Math.toIntExact(tensor.byteSize())];
    tensor.buffer().copyToArray(0, bytes, 0, bytes.length);
    return TensorProto.newBuilder()
        .setDtype(proto.getDtype())
        .setTensorShape(proto.getTensorShape())
        .setTensorContent(ByteString.copyFrom(bytes))
        .build()
        .toByteArray();
  }

  /** The tensor that these bytes describe. */
  public static Tensor fromBinary(byte[] bytes) {
    return read(bytes, new Expansion());
  }

  /**
   * The tensor that these bytes describe, from an untrusted source.
   *
   * @param expansion how many bytes it may have beyond those that are spelled out
   */
  public static Tensor fromBinary(byte[] bytes, long expansion) {
    return read(bytes, new Expansion(expansion));
  }

  private static Tensor read(byte[] bytes, Expansion expansion) {
    try {
      return new TensorReader(expansion).read(TensorProto.parseFrom(bytes));
    } catch (InvalidProtocolBufferException e) {
      throw WeirException.invalidArgument("not a tensor: %s", String.valueOf(e.getMessage()));
    }
  }
}
