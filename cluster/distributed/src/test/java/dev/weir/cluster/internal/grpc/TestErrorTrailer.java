package dev.weir.cluster.internal.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.wire.ErrorCodec;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Errors over gRPC: text for every client, fields for those that ask. */
@Timeout(60)
final class TestErrorTrailer {
  private static final Metadata.Key<byte[]> FIELDS =
      Metadata.Key.of("weir-error-bin", Metadata.BINARY_BYTE_MARSHALLER);
  private static final WeirException ERROR =
      WeirException.invalidArgument("must be positive: it is -1")
          .withNode("Sqrt", "root", "Main.java:3")
          .withTask("/job:ps/replica:0/task:0");

  /** How a call ended. */
  private record End(Status status, Metadata trailers) {}

  /** A client as TensorFlow's: it knows neither the header nor the trailer. */
  private static End call(String address, Metadata headers) {
    ManagedChannel channel = NettyChannelBuilder.forTarget(address).usePlaintext().build();
    try {
      MethodDescriptor<byte[], byte[]> method =
          MethodDescriptor.newBuilder(new Bytes(), new Bytes())
              .setType(MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(Rpcs.RECV_TENSOR.fullName())
              .build();
      ClientCall<byte[], byte[]> call = channel.newCall(method, CallOptions.DEFAULT);
      CompletableFuture<End> end = new CompletableFuture<>();
      call.start(
          new ClientCall.Listener<>() {
            @Override
            public void onClose(Status status, Metadata trailers) {
              end.complete(new End(status, trailers));
            }
          },
          headers);
      call.request(1);
      call.sendMessage(new byte[0]);
      call.halfClose();
      return Loopback.get(end);
    } finally {
      channel.shutdownNow();
    }
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
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
  }

  @Test
  void clientsThatDoNotAskGetTheWholeTextAndNoTrailer() {
    try (Loopback loopback = new Loopback()) {
      loopback.fakeWorker.onReceive = request -> CompletableFuture.failedFuture(ERROR);
      End end = call(loopback.address, new Metadata());
      assertThat(end.status().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
      assertThat(end.status().getDescription())
          .isEqualTo(
              "From /job:ps/replica:0/task:0:\n"
                  + "[Sqrt \"root\"] must be positive: it is -1\n"
                  + "  built at Main.java:3");
      assertThat(end.trailers().get(FIELDS)).isNull();
    }
  }

  @Test
  void clientsThatAskGetTheFieldsToo() {
    try (Loopback loopback = new Loopback()) {
      loopback.fakeWorker.onReceive = request -> CompletableFuture.failedFuture(ERROR);
      Metadata headers = new Metadata();
      ErrorTrailer.accept(headers);
      End end = call(loopback.address, headers);
      assertThat(end.status().getDescription()).isEqualTo(ERROR.getMessage());
      WeirException read = ErrorTrailer.read(end.status(), end.trailers());
      assertThat(read).isNotNull().hasMessage(ERROR.getMessage());
      assertThat(read.origin()).isEqualTo(ERROR.origin());
    }
  }

  @Test
  void trailersThatCannotBeRightAreIgnored() {
    Status status = Status.INVALID_ARGUMENT.withDescription("text");
    assertThat(ErrorTrailer.read(status, null)).isNull();
    assertThat(ErrorTrailer.read(status, new Metadata())).isNull();
    for (byte[] bytes :
        new byte[][] {
          {},
          {1, 2, 3},
          new byte[ErrorCodec.MAX_BYTES + 1],
          ErrorCodec.write(ERROR.withCode(ErrorCode.ABORTED))
        }) {
      Metadata trailers = new Metadata();
      trailers.put(FIELDS, bytes);
      assertThat(ErrorTrailer.read(status, trailers)).isNull();
    }
  }
}
