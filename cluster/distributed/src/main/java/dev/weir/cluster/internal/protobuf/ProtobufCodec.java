package dev.weir.cluster.internal.protobuf;

import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads one kind of message as protobuf. Stateless and thread-safe.
 *
 * @param <T> the record that the message stands for
 */
public interface ProtobufCodec<T extends @Nullable Object> {
  /** A response without fields. */
  ProtobufCodec<@Nullable Void> EMPTY =
      new ProtobufCodec<>() {
        @Override
        public EncodedMessage encode(@Nullable Void message) {
          return EncodedBytes.NONE;
        }

        @Override
        public @Nullable Void decode(ProtobufReader in, Allocator allocator) {
          return null;
        }
      };

  /** A message ready to be sent. It keeps its own references to the tensors until it is closed. */
  EncodedMessage encode(T message);

  /**
   * Reads a message. The caller owns the references to its tensors. Fails with a {@link
   * WeirException} only, and then holds nothing.
   *
   * @param allocator provides the memory of the tensors
   */
  T decode(ProtobufReader in, Allocator allocator);

  /**
   * A response that carries a failure in its body, for callers that ask for that; null if this
   * message cannot carry one, and the failure becomes the status of the call.
   */
  default @Nullable EncodedMessage encodeFailure(WeirException failure) {
    return null;
  }
}
