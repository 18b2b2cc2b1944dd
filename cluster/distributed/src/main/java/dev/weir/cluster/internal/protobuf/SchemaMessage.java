package dev.weir.cluster.internal.protobuf;

import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.io.OutputStream;

/** A message without tensors, which the schema's own classes write. */
record SchemaMessage(MessageLite message) implements EncodedMessage {
  @Override
  public int size() {
    return message.getSerializedSize();
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    message.writeTo(out);
  }

  @Override
  public void close() {
    // nothing is held
  }
}
