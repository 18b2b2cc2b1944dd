package dev.weir.cluster.internal.stream;

import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.Buffer;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a tensor that arrive in chunks. What was announced takes no memory: the account
 * of the allocator grows with the bytes that arrive, to twice as many at most, or to what the peer
 * has shown before that it sends. Only the loop uses it.
 */
final class IncomingPayload {
  /** What a peer of which nothing is known may have allocated before its bytes arrive. */
  static final long INITIAL = 1 << 20;

  private final String name;
  private final long byteSize;
  private final Allocator allocator;
  private @Nullable Buffer bytes;
  private long charged;
  private boolean discarded;

  /**
   * Elements of which none has arrived.
   *
   * @param name what errors call the tensor
   */
  IncomingPayload(String name, long byteSize, Allocator allocator) {
    this.name = name;
    this.byteSize = byteSize;
    this.allocator = allocator;
  }

  /** What errors call the tensor. */
  String name() {
    return name;
  }

  /** How many bytes were announced. */
  long byteSize() {
    return byteSize;
  }

  /** How many bytes of the allocator's account it has. */
  long charged() {
    return bytes == null ? 0 : charged;
  }

  /**
   * Where the bytes from {@code offset} on go, all before them having arrived; null if they go
   * nowhere.
   *
   * @param trusted how many bytes may be allocated at once
   */
  @Nullable ByteBuffer window(long offset, int count, long trusted) {
    if (discarded) {
      return null;
    }
    Buffer into = bytes;
    if (into == null || offset + count > charged) {
      into = charge(offset, count, trusted);
    }
    return into.window(offset, count);
  }

  private Buffer charge(long offset, int count, long trusted) {
    long wanted = Math.max(Math.max(INITIAL, trusted), Math.max(2 * offset, offset + count));
    long more = Math.min(byteSize, wanted);
    Buffer into = bytes;
    if (into == null) {
      into = allocator.allocateGradually(byteSize, more, "a received tensor");
      bytes = into;
    } else {
      allocator.charge(into, more);
    }
    charged = more;
    return into;
  }

  /** All bytes, which are the caller's from now on. */
  Buffer take() {
    Buffer taken = bytes;
    if (taken == null) {
      throw new IllegalStateException("nothing has arrived");
    }
    bytes = null;
    return taken;
  }

  /** Gives the memory back; what is still to come goes nowhere. */
  void discard() {
    discarded = true;
    Buffer released = bytes;
    bytes = null;
    if (released != null) {
      released.release();
    }
  }
}
