package dev.weir.cluster.grpc;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.ByteSize;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What messages may take of the heap while they are read, besides the elements of their tensors:
 * all together not more than a bound. Thread-safe.
 */
final class HeapRoom {
  /** For all messages that this process reads at a time: a quarter of its heap. */
  static final HeapRoom SHARED =
      new HeapRoom(Math.max(16 << 20, Runtime.getRuntime().maxMemory() / 4));

  private final long most;
  private final AtomicLong taken = new AtomicLong();

  HeapRoom(long most) {
    this.most = most;
  }

  void take(long bytes) {
    if (taken.addAndGet(bytes) > most) {
      taken.addAndGet(-bytes);
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "the messages that are being read have more than "
              + ByteSize.format(most)
              + " besides the elements of their tensors; raise the maximum heap size (-Xmx)");
    }
  }

  void giveBack(long bytes) {
    taken.addAndGet(-bytes);
  }
}
