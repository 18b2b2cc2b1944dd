package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.protobuf.EncodedMessage;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** A message as gRPC takes it, which asks for its length and has it written to its buffers. */
final class EncodedMessageStream extends InputStream implements Drainable, KnownLength {
  private final EncodedMessage message;
  private @Nullable InputStream copy;
  private boolean drained;

  EncodedMessageStream(EncodedMessage message) {
    this.message = message;
  }

  @Override
  public int drainTo(OutputStream target) throws IOException {
    if (copy != null || drained) {
      throw new IOException("the message has been read already");
    }
    message.writeTo(target);
    drained = true;
    return message.size();
  }

  @Override
  public int available() throws IOException {
    if (drained) {
      return 0;
    }
    return copy == null ? message.size() : copy.available();
  }

  @Override
  public int read() throws IOException {
    return copy().read();
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return copy().read(bytes, offset, length);
  }

  /** Only for readers that know nothing of {@link Drainable}; gRPC itself does. */
  private InputStream copy() throws IOException {
    if (copy == null) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(available());
      if (!drained) {
        message.writeTo(bytes);
      }
      copy = new ByteArrayInputStream(bytes.toByteArray());
    }
    return copy;
  }
}
