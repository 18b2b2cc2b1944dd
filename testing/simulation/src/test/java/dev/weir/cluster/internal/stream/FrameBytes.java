package dev.weir.cluster.internal.stream;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** A channel in memory: what is written to it can be taken, and what it is given can be read. */
final class FrameBytes implements StreamChannel {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private ByteBuffer readable = ByteBuffer.allocate(0);

  /** All that was written since this was last called. */
  byte[] take() {
    byte[] bytes = written.toByteArray();
    written.reset();
    return bytes;
  }

  /** Has these bytes read next. */
  void give(byte[] bytes) {
    readable = ByteBuffer.wrap(bytes);
  }

  @Override
  public boolean hasInput() {
    return readable.hasRemaining();
  }

  @Override
  public long read(ByteBuffer target) {
    int count = Math.min(target.remaining(), readable.remaining());
    target.put(readable.slice(readable.position(), count));
    readable.position(readable.position() + count);
    return count;
  }

  @Override
  public long read(ByteBuffer[] targets) {
    long count = 0;
    for (ByteBuffer target : targets) {
      count += read(target);
    }
    return count;
  }

  @Override
  public long write(ByteBuffer source) {
    byte[] bytes = new byte[source.remaining()];
    source.get(bytes);
    written.writeBytes(bytes);
    return bytes.length;
  }

  @Override
  public long write(ByteBuffer[] sources) {
    long count = 0;
    for (ByteBuffer source : sources) {
      count += write(source);
    }
    return count;
  }
}
