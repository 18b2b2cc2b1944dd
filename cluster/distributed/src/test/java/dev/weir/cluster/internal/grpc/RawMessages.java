package dev.weir.cluster.internal.grpc;

import com.google.protobuf.CodedOutputStream;
import dev.weir.tensor.DType;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/** Messages written byte by byte, also such as no client would write. */
final class RawMessages {
  private static final int SEND_FIELD = 3;
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
  private static final MethodDescriptor<byte[], byte[]> RUN_GRAPH =
      MethodDescriptor.<byte[], byte[]>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("tensorflow.WorkerService/RunGraph")
          .setRequestMarshaller(BYTES)
          .setResponseMarshaller(BYTES)
          .build();

  private RawMessages() {}

  /** A request that sends a tensor, of which perhaps not all bytes are there. */
  static byte[] request(long announced, int present) {
    byte[] dtype = encoded(out -> out.writeEnum(1, DType.UINT8.number()));
    byte[] dimension = encoded(out -> out.writeInt64(1, announced));
    byte[] shape = encoded(out -> out.writeByteArray(2, dimension));
    byte[] head =
        encoded(
            out -> {
              out.writeRawBytes(dtype);
              out.writeByteArray(2, shape);
              out.writeTag(4, 2);
              out.writeUInt64NoTag(announced);
            });
    byte[] name = encoded(out -> out.writeString(1, "x"));
    long tensor = head.length + announced;
    byte[] named =
        encoded(
            out -> {
              out.writeRawBytes(name);
              out.writeTag(2, 2);
              out.writeUInt64NoTag(tensor);
              out.writeRawBytes(head);
            });
    return encoded(
        out -> {
          out.writeTag(SEND_FIELD, 2);
          out.writeUInt64NoTag(named.length + announced);
          out.writeRawBytes(named);
          out.writeRawBytes(new byte[present]);
        });
  }

  interface Encoding {
    void to(CodedOutputStream out) throws IOException;
  }

  static byte[] encoded(Encoding encoding) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      encoding.to(out);
      out.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How a task answers bytes that are sent compressed. */
  static Status sendCompressed(Loopback loopback, byte[] message) {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("localhost", loopback.task.port()).usePlaintext().build();
    try {
      ClientCalls.blockingUnaryCall(
          channel,
          RUN_GRAPH,
          CallOptions.DEFAULT
              .withCompression("gzip")
              .withDeadlineAfter(Loopback.LIMIT.toSeconds(), TimeUnit.SECONDS),
          message);
      return Status.OK;
    } catch (StatusRuntimeException e) {
      return e.getStatus();
    } finally {
      channel.shutdownNow();
    }
  }
}
