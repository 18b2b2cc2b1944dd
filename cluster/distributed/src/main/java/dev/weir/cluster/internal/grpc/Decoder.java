package dev.weir.cluster.internal.grpc;

import org.jspecify.annotations.Nullable;

/** Makes something of the bytes of a message. Fails with a {@code WeirException} only. */
@FunctionalInterface
interface Decoder<T extends @Nullable Object> {
  T decode(WireInput in);
}
