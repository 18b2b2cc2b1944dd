package dev.weir.cluster.internal.grpc;

import java.io.IOException;
import java.io.OutputStream;

/** A message that is ready to be sent. Whoever has it closes it when it was sent or is given up. */
interface Outbound extends AutoCloseable {
  /** How many bytes it takes. */
  int size();

  /** Writes them. */
  void writeTo(OutputStream out) throws IOException;

  /** Gives up the tensors it refers to. Once is enough. */
  @Override
  void close();
}
