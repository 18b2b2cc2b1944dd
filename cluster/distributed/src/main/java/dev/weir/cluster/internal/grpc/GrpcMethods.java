package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.protobuf.EncodedMessage;
import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.tensor.memory.Allocator;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The methods of {@link Rpcs} as descriptors for gRPC clients. Immutable. */
final class GrpcMethods {
  private final Map<Rpc<?, ?>, MethodDescriptor<EncodedMessage, ?>> called = new HashMap<>();

  /**
   * All methods.
   *
   * @param allocator provides the memory of received tensors
   * @param maxMessageBytes larger responses are refused
   */
  GrpcMethods(Allocator allocator, int maxMessageBytes) {
    for (Rpc<?, ?> rpc : Rpcs.all()) {
      called.put(rpc, called(rpc, allocator, maxMessageBytes));
    }
  }

  @SuppressWarnings("unchecked") // the descriptor was made of this method
  <R extends @Nullable Object> MethodDescriptor<EncodedMessage, DecodedMessage<R>> of(
      Rpc<?, R> rpc) {
    return (MethodDescriptor<EncodedMessage, DecodedMessage<R>>)
        Objects.requireNonNull(called.get(rpc));
  }

  private static <R extends @Nullable Object>
      MethodDescriptor<EncodedMessage, DecodedMessage<R>> called(
          Rpc<?, R> rpc, Allocator allocator, int maxMessageBytes) {
    return MethodDescriptor.<EncodedMessage, DecodedMessage<R>>newBuilder()
        .setType(MethodType.UNARY)
        .setFullMethodName(rpc.fullName())
        .setRequestMarshaller(Marshallers.ENCODED)
        .setResponseMarshaller(Marshallers.decoded(rpc.response(), allocator, maxMessageBytes))
        .build();
  }

  /** A method that is served here. */
  static <Q> MethodDescriptor<DecodedMessage<Q>, EncodedMessage> served(
      Rpc<Q, ?> rpc, Allocator allocator, int maxMessageBytes) {
    return MethodDescriptor.<DecodedMessage<Q>, EncodedMessage>newBuilder()
        .setType(MethodType.UNARY)
        .setFullMethodName(rpc.fullName())
        .setRequestMarshaller(Marshallers.decoded(rpc.request(), allocator, maxMessageBytes))
        .setResponseMarshaller(Marshallers.ENCODED)
        .build();
  }
}
