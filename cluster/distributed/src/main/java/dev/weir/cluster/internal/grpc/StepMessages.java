package dev.weir.cluster.internal.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.weir.cluster.internal.wire.NamedTensor;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** What the messages with tensors have in common: how their fields are read one by one. */
final class StepMessages {
  private static final int TENSOR_NAME = 1;
  private static final int TENSOR_VALUE = 2;

  private StepMessages() {}

  /** Passes the tag of every field to a reader of its value. */
  static void fields(WireInput in, IntConsumer read) {
    while (in.hasMore()) {
      read.accept(in.tag());
    }
  }

  static <M extends Message> M message(WireInput in, int tag, Parser<M> parser) {
    WireInput.expect(tag, WireInput.LENGTH_DELIMITED);
    try {
      return parser.parseFrom(in.bytes());
    } catch (InvalidProtocolBufferException e) {
      throw new WeirException(ErrorCode.INVALID_ARGUMENT, "not a message: " + e.getMessage(), e);
    }
  }

  static String text(WireInput in, int tag) {
    WireInput.expect(tag, WireInput.LENGTH_DELIMITED);
    return in.text();
  }

  static long number(WireInput in, int tag) {
    WireInput.expect(tag, WireInput.VARINT);
    return in.varint();
  }

  static boolean flag(WireInput in, int tag) {
    return number(in, tag) != 0;
  }

  static Tensor tensor(WireInput in, int tag, Allocator allocator) {
    WireInput.expect(tag, WireInput.LENGTH_DELIMITED);
    return TensorDecoder.read(in, allocator);
  }

  /** A tensor with its name; without a value it is refused. */
  static NamedTensor named(WireInput in, int tag, Allocator allocator) {
    WireInput.expect(tag, WireInput.LENGTH_DELIMITED);
    long outer = in.enter();
    String name = "";
    List<Tensor> values = new ArrayList<>(1);
    try {
      while (in.hasMore()) {
        int inner = in.tag();
        switch (WireInput.field(inner)) {
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
    return new NamedTensor(name, values.getFirst());
  }

  static void release(List<Tensor> tensors) {
    tensors.forEach(tensor -> tensor.buffer().release());
  }

  static void releaseNamed(List<NamedTensor> tensors) {
    tensors.forEach(tensor -> tensor.value().buffer().release());
  }
}
