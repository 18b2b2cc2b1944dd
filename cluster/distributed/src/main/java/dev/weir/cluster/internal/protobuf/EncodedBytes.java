package dev.weir.cluster.internal.protobuf;

import java.io.IOException;
import java.io.OutputStream;

/** A message whose bytes are already there. */
record EncodedBytes(byte[] bytes) implements EncodedMessage {
  static final EncodedBytes NONE = new EncodedBytes(new byte[0]);

  @Override
  public int size() {
    return bytes.length;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes);
  }

  @Override
  public void close() {
    // holds no tensors
  }
}
