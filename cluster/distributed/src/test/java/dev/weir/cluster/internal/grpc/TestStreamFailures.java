package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.stream.StreamOptions;

/** Failures over streams. */
final class TestStreamFailures extends TestGrpcFailures {
  @Override
  Loopback open(GrpcOptions options) {
    return new Loopback(
        options,
        StreamOptions.on(options.allocator()).toBuilder()
            .maxMessageBytes(options.maxMessageBytes())
            .build());
  }
}
