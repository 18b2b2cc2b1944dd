package dev.weir.tensor.memory;

import org.jspecify.annotations.Nullable;

/** The cached blocks of one size, the last given back first: its bytes are warm. Thread-safe. */
final class FreeList {
  private @Nullable Block top;
  private int count;
  private int unusedSinceSweep;

  synchronized @Nullable Block pop() {
    Block popped = top;
    if (popped != null) {
      top = popped.next;
      popped.next = null;
      count--;
      unusedSinceSweep = Math.min(unusedSinceSweep, count);
    }
    return popped;
  }

  synchronized void push(Block block) {
    block.next = top;
    top = block;
    count++;
  }

  /** How many blocks were not used since the last call. */
  synchronized int sweep() {
    int idle = unusedSinceSweep;
    unusedSinceSweep = count - idle;
    return idle;
  }
}
