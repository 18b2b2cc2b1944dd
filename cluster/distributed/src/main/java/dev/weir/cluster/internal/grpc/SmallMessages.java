package dev.weir.cluster.internal.grpc;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes of messages that are not worth an account of the allocator each. All of them together
 * have a bound; what comes beyond it is charged however small it is. Thread-safe.
 */
final class SmallMessages {
  /** What one message may have here. */
  static final long EACH = 64 << 10;

  /** What all messages of a task or network may have here. */
  static final long ALL = 16 << 20;

  private final AtomicLong bytes = new AtomicLong();

  /** Takes bytes in, unless there are too many. */
  boolean add(long more) {
    if (bytes.addAndGet(more) <= ALL) {
      return true;
    }
    bytes.addAndGet(-more);
    return false;
  }

  /** Lets bytes go that were taken in. */
  void remove(long fewer) {
    if (fewer != 0) {
      bytes.addAndGet(-fewer);
    }
  }
}
