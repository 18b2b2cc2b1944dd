package dev.weir.cluster.internal.rpc;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads one kind of message for streams: its fields in order. Stateless. A message with
 * large tensors is read twice, see {@code MessageIn}: reading must have no side effects.
 */
public interface StreamCodec<T extends @Nullable Object> {
  void write(T message, StreamOutput out);

  T read(StreamInput in);

  /** How errors name what a request asks for; empty if the response has names of its own. */
  default String subject(T request) {
    return "";
  }

  /** A response whose tensor arrived in compressed form. */
  default T uncompressed(Tensor tensor) {
    throw WeirException.internal("only values between tasks are compressed");
  }

  static <T extends @Nullable Object> StreamCodec<T> of(
      BiConsumer<T, StreamOutput> write, Function<StreamInput, T> read) {
    return new StreamCodec<>() {
      @Override
      public void write(T message, StreamOutput out) {
        write.accept(message, out);
      }

      @Override
      public T read(StreamInput in) {
        return read.apply(in);
      }
    };
  }
}
