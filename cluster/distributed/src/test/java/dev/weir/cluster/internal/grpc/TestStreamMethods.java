package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.stream.StreamOptions;

/** The same calls, those of every step by streams. */
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
