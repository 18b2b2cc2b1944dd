package dev.weir.cluster.internal.stream;

import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.Buffer;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Bytes on an allocator's account of which there can be more and more. Not thread-safe. */
final class GrowingBuffer {
  private final Allocator allocator;
  private final String holder;
  private @Nullable Buffer buffer;
  private long capacity;

  GrowingBuffer(Allocator allocator, String holder) {
    this.allocator = allocator;
    this.holder = holder;
  }

  long capacity() {
    return capacity;
  }

  /**
   * Takes memory for {@code bytes} bytes and keeps the first {@code kept} of those there were. If
   * there is too little memory, everything stays as it was.
   */
  void grow(long bytes, long kept) {
    Buffer larger = allocator.allocate(bytes, holder);
    Buffer old = buffer;
    if (old != null) {
      larger.copyFrom(old, 0, 0, kept);
      old.release();
    }
    buffer = larger;
    capacity = bytes;
  }

  ByteBuffer window(long offset, int count) {
    return held().window(offset, count);
  }

  private Buffer held() {
    Buffer bytes = buffer;
    if (bytes == null) {
      throw new IllegalStateException("there is no memory for " + holder);
    }
    return bytes;
  }

  /** Gives the memory back, if there is any. */
  void release() {
    Buffer released = buffer;
    buffer = null;
    capacity = 0;
    if (released != null) {
      released.release();
    }
  }
}
