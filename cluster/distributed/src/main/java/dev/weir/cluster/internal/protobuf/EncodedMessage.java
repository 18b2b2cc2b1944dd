package dev.weir.cluster.internal.protobuf;

import java.io.IOException;
import java.io.OutputStream;

/** A message ready to be sent. Its owner closes it once it is sent or abandoned. */
public interface EncodedMessage extends AutoCloseable {
  /** Its size in bytes. */
  int size();

  /** Writes all its bytes. */
  void writeTo(OutputStream out) throws IOException;

  /** Releases the tensors it refers to; idempotent. */
  @Override
  void close();
}
