package dev.weir.kernels.vector.internal.fusion;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A few pieces of memory for tiles, taken and given back, so that a thread usually gets the one it
 * used last. As many are kept as were ever in use at once, never more than there are slots.
 */
final class TileMemory {
  private static final int ALIGNMENT = 64;
  private static final int SLOTS =
      2 * Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors());

  private static final AtomicReferenceArray<MemorySegment> KEPT = new AtomicReferenceArray<>(SLOTS);

  private TileMemory() {}

  /** Memory of at least so many bytes, with arbitrary contents. */
  static MemorySegment take(long bytes) {
    int start = (int) Thread.currentThread().threadId();
    for (int i = 0; i < SLOTS; i++) {
      int slot = (start + i) & (SLOTS - 1);
      if (KEPT.getPlain(slot) != null) {
        MemorySegment memory = KEPT.getAndSet(slot, null);
        if (memory != null) {
          return memory.byteSize() >= bytes
              ? memory
              : allocate(bytes); // sizes grow to what is needed
        }
      }
    }
    return allocate(bytes);
  }

  private static MemorySegment allocate(long bytes) {
    return Arena.ofAuto().allocate(bytes, ALIGNMENT);
  }

  /** Gives memory back; it is dropped when all slots are full. */
  static void give(MemorySegment memory) {
    int start = (int) Thread.currentThread().threadId();
    for (int i = 0; i < SLOTS; i++) {
      int slot = (start + i) & (SLOTS - 1);
      if (KEPT.getPlain(slot) == null && KEPT.compareAndSet(slot, null, memory)) {
        return;
      }
    }
  }
}
