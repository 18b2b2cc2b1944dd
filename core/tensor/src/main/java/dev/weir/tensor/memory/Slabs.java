package dev.weir.tensor.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Memory for tiny tensors, which most steps of small models consist of. A slab is a few kilobytes
 * owned by the garbage collector, cut from front to back; nobody counts references to its pieces,
 * and it goes when the last piece is unreachable.
 */
final class Slabs {
  /** The largest piece; above this, a buffer of its own is worth its bookkeeping. */
  static final long LARGEST = 512;

  private static final long SLAB = 16 * 1024;
  private static final long ALIGNMENT = 64;
  private static final int STRIPES = 16;

  private final Stripe[] stripes = new Stripe[STRIPES];

  Slabs() {
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe();
    }
  }

  Buffer cut(long bytes) {
    Thread thread = Thread.currentThread();
    return stripes[(int) thread.threadId() & (STRIPES - 1)].cut(bytes);
  }

  private static final class Stripe {
    private MemorySegment slab = MemorySegment.NULL;
    private long used;

    synchronized Buffer cut(long bytes) {
      long size = Math.max(ALIGNMENT, (bytes + ALIGNMENT - 1) & -ALIGNMENT);
      if (used + size > slab.byteSize()) {
        slab = Arena.ofAuto().allocate(SLAB, ALIGNMENT);
        used = 0;
      }
      MemorySegment piece = slab.asSlice(used, size);
      used += size;
      return new Buffer(piece);
    }
  }
}
