package dev.weir.cluster.internal.grpc;

import dev.weir.error.WeirException;
import org.jspecify.annotations.Nullable;

/**
 * What a message that came turned out to be. Nothing is thrown while gRPC reads a message: it would
 * not say why it ended the call.
 */
sealed interface Inbound<T extends @Nullable Object> {
  /** A message that could be read. */
  record Read<T extends @Nullable Object>(T value) implements Inbound<T> {}

  /** One that could not. */
  record Refused<T extends @Nullable Object>(WeirException because) implements Inbound<T> {}
}
