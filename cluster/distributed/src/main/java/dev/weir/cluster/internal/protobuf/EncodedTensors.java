package dev.weir.cluster.internal.protobuf;

import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A message with tensors: short runs of bytes with tags and lengths, and between them the memory of
 * the tensors, which is read when the message is written. It holds a reference to each tensor until
 * it is closed.
 */
final class EncodedTensors implements EncodedMessage {
  private static final int CHUNK = 1 << 16;
  private static final ThreadLocal<byte[]> CHUNKS = ThreadLocal.withInitial(() -> new byte[CHUNK]);

  private final List<Part> parts;
  private final int size;
  private final AtomicBoolean closed = new AtomicBoolean();

  EncodedTensors(List<Part> parts, int size) {
    this.parts = List.copyOf(parts);
    this.size = size;
  }

  /** Some of a message. */
  sealed interface Part {
    /** Bytes as they are sent. */
    record Bytes(byte[] bytes) implements Part {}

    /** The elements of a tensor, to which the message has a reference. */
    record Elements(Tensor tensor) implements Part {}
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    for (Part part : parts) {
      switch (part) {
        case Part.Bytes run -> out.write(run.bytes());
        case Part.Elements elements -> write(elements.tensor(), out);
      }
    }
  }

  private static void write(Tensor tensor, OutputStream out) throws IOException {
    byte[] chunk = CHUNKS.get();
    long end = tensor.byteSize();
    for (long at = 0; at < end; at += chunk.length) {
      int count = (int) Math.min(chunk.length, end - at);
      tensor.buffer().copyToArray(at, chunk, 0, count);
      out.write(chunk, 0, count);
    }
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      release(parts);
    }
  }

  static void release(List<Part> parts) {
    for (Part part : parts) {
      if (part instanceof Part.Elements elements) {
        elements.tensor().buffer().release();
      }
    }
  }
}
