package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.stream.StreamOptions;

/** Tensors over streams. */
final class TestStreamTensors extends TestGrpcTensors {
  @Override
  Loopback open(GrpcOptions options) {
    return new Loopback(
        options,
        StreamOptions.on(options.allocator()).toBuilder()
            .maxMessageBytes(options.maxMessageBytes())
            .build());
  }
}
