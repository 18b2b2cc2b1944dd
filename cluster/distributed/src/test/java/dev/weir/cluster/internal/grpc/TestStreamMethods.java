package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.stream.StreamOptions;

/** Calls of every step go over streams, the others over gRPC. */
final class TestStreamMethods extends TestGrpcMethods {
  @Override
  Loopback open(GrpcOptions options) {
    return new Loopback(
        options,
        StreamOptions.on(options.allocator()).toBuilder()
            .maxMessageBytes(options.maxMessageBytes())
            .build());
  }
}
