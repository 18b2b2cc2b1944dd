package dev.weir.cluster.internal.grpc;

import dev.weir.error.WeirException;
import org.jspecify.annotations.Nullable;

/**
 * A received message, or why it could not be decoded. Decoding throws nothing while gRPC reads a
 * message, since gRPC would end the call without the reason.
 */
sealed interface DecodedMessage<T extends @Nullable Object> {
  /**
   * A decoded message.
   *
   * @param errorsInBody whether the sender of this request wants failures in the response's body
   */
  record Read<T extends @Nullable Object>(T value, boolean errorsInBody)
      implements DecodedMessage<T> {}

  /** A message that was refused. */
  record Refused<T extends @Nullable Object>(WeirException because) implements DecodedMessage<T> {}
}
