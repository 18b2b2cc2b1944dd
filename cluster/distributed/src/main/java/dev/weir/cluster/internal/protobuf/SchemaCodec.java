package dev.weir.cluster.internal.protobuf;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import java.util.function.Function;

/**
 * A message without tensors, written and read by generated classes.
 *
 * @param <M> the generated class
 * @param <T> the record that the message stands for
 */
record SchemaCodec<M extends MessageLite, T>(
    Parser<M> parser, Function<T, M> write, Function<M, T> read) implements ProtobufCodec<T> {
  /** A codec from a parser and the conversions between record and generated class. */
  static <M extends MessageLite, T> ProtobufCodec<T> of(
      Parser<M> parser, Function<T, M> write, Function<M, T> read) {
    return new SchemaCodec<>(parser, write, read);
  }

  @Override
  public EncodedMessage encode(T message) {
    return new SchemaMessage(write.apply(message));
  }

  @Override
  public T decode(ProtobufReader in, Allocator allocator) {
    try {
      return read.apply(parser.parseFrom(in.rest()));
    } catch (InvalidProtocolBufferException e) {
      throw new WeirException(ErrorCode.INVALID_ARGUMENT, "not a message: " + e.getMessage(), e);
    }
  }
}
