package dev.weir.cluster.internal.protobuf;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Reads the fields of messages with tensors one by one. */
final class ProtobufFields {
  private static final int TENSOR_NAME = 1;
  private static final int TENSOR_VALUE = 2;

  private ProtobufFields() {}

  /** Passes the tag of every field to a reader of its value. */
  static void fields(ProtobufReader in, IntConsumer read) {
    while (in.hasMore()) {
      read.accept(in.tag());
    }
  }

  static <M extends Message> M message(ProtobufReader in, int tag, Parser<M> parser) {
    ProtobufReader.expect(tag, ProtobufReader.LENGTH_DELIMITED);
    try {
      return parser.parseFrom(in.bytes());
    } catch (InvalidProtocolBufferException e) {
      throw new WeirException(ErrorCode.INVALID_ARGUMENT, "not a message: " + e.getMessage(), e);
    }
  }

  static String text(ProtobufReader in, int tag) {
    ProtobufReader.expect(tag, ProtobufReader.LENGTH_DELIMITED);
    return in.text();
  }

  static long number(ProtobufReader in, int tag) {
    ProtobufReader.expect(tag, ProtobufReader.VARINT);
    return in.varint();
  }

  static boolean flag(ProtobufReader in, int tag) {
    return number(in, tag) != 0;
  }

  static Tensor tensor(ProtobufReader in, int tag, Allocator allocator) {
    ProtobufReader.expect(tag, ProtobufReader.LENGTH_DELIMITED);
    return TensorDecoder.read(in, allocator);
  }

  /** A tensor with its name; without a value it is refused. */
  static NamedValue named(ProtobufReader in, int tag, Allocator allocator) {
    ProtobufReader.expect(tag, ProtobufReader.LENGTH_DELIMITED);
    long outer = in.enter();
    String name = "";
    List<Tensor> values = new ArrayList<>(1);
    try {
      while (in.hasMore()) {
        int inner = in.tag();
        switch (ProtobufReader.field(inner)) {
          case TENSOR_NAME -> name = text(in, inner);
          case TENSOR_VALUE -> values.add(tensor(in, inner, allocator));
          default -> in.skip(inner);
        }
      }
      if (values.size() != 1) {
        throw WeirException.invalidArgument(
            "\"%s\" comes with %d tensors, not one", name, values.size());
      }
    } catch (RuntimeException e) {
      release(values);
      throw e;
    }
    in.leave(outer);
    return new NamedValue(name, values.getFirst());
  }

  static void release(List<Tensor> tensors) {
    tensors.forEach(tensor -> tensor.buffer().release());
  }

  static void releaseNamed(List<NamedValue> tensors) {
    tensors.forEach(tensor -> tensor.value().buffer().release());
  }
}
