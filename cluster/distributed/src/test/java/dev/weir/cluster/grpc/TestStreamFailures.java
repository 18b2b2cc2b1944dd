package dev.weir.cluster.grpc;

import dev.weir.cluster.stream.StreamOptions;

/** The same failures by streams. */
final class TestStreamFailures extends TestGrpcFailures {
  @Override
  Loopback open(GrpcOptions options) {
    return new Loopback(
        options,
        StreamOptions.on(options.allocator()).withMaxMessageBytes(options.maxMessageBytes()));
  }
}
