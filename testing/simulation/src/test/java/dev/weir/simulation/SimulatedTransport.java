package dev.weir.simulation;

import dev.weir.cluster.internal.protobuf.EncodedMessage;
import dev.weir.cluster.internal.protobuf.ProtobufCodec;
import dev.weir.cluster.internal.protobuf.ProtobufReader;
import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.stream.StreamBytes;
import dev.weir.tensor.memory.Allocator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which codecs of the RPC table write and read messages. A message is encoded as the bytes that
 * gRPC or a stream would carry; decoding puts its tensors into the receiver's memory, and the
 * receiver owns them.
 */
enum SimulatedTransport {
  GRPC {
    @Override
    <Q> Function<Allocator, Q> encodeRequest(Rpc<Q, ?> rpc, Q request) {
      return encode(rpc.request(), request);
    }

    @Override
    <R extends @Nullable Object> Function<Allocator, R> encodeResponse(Rpc<?, R> rpc, R response) {
      return encode(rpc.response(), response);
    }
  },

  STREAM {
    @Override
    <Q> Function<Allocator, Q> encodeRequest(Rpc<Q, ?> rpc, Q request) {
      return StreamBytes.encodeRequest(rpc, request);
    }

    @Override
    <R extends @Nullable Object> Function<Allocator, R> encodeResponse(Rpc<?, R> rpc, R response) {
      return StreamBytes.encodeResponse(rpc, response);
    }
  };

  /** Encodes a request; the result decodes it into a receiver's memory. */
  abstract <Q> Function<Allocator, Q> encodeRequest(Rpc<Q, ?> rpc, Q request);

  /** Encodes a response; the result decodes it into a receiver's memory. */
  abstract <R extends @Nullable Object> Function<Allocator, R> encodeResponse(
      Rpc<?, R> rpc, R response);

  private static <T extends @Nullable Object> Function<Allocator, T> encode(
      ProtobufCodec<T> codec, T message) {
    byte[] bytes = bytes(codec.encode(message));
    return allocator ->
        codec.decode(new ProtobufReader(new ByteArrayInputStream(bytes), bytes.length), allocator);
  }

  private static byte[] bytes(EncodedMessage message) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(message.size());
    try (message) {
      message.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
