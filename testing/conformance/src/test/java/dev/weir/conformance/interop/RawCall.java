package dev.weir.conformance.interop;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/** A call of a method that Weir itself never calls, with an empty message. */
final class RawCall {
  private static final long LIMIT_SECONDS = 20;

  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
          return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
          try {
            return stream.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  private RawCall() {}

  /** The name of the status it ends with. */
  static String status(String address, String method) {
    ManagedChannel channel =
        NettyChannelBuilder.forTarget(address).usePlaintext().proxyDetector(any -> null).build();
    try {
      ClientCalls.blockingUnaryCall(
          channel,
          MethodDescriptor.<byte[], byte[]>newBuilder(BYTES, BYTES)
              .setType(MethodDescriptor.MethodType.UNARY)
              .setFullMethodName("tensorflow." + method)
              .build(),
          CallOptions.DEFAULT.withDeadlineAfter(LIMIT_SECONDS, TimeUnit.SECONDS),
          new byte[0]);
      return Status.Code.OK.name();
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode().name();
    } finally {
      channel.shutdownNow();
    }
  }
}
