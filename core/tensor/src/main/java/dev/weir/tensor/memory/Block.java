package dev.weir.tensor.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Memory from the operating system: handed out, cached, or given back by closing its arena.
 * Touching it after that is an {@link IllegalStateException} of the JDK, never a fault.
 */
final class Block {
  final BlockPool pool;
  final MemorySegment segment;
  final long size;
  private final Arena arena;

  /** What the block is handed out for; null while it is cached. */
  volatile @Nullable String holder;

  /** Set while the garbage collector decides when the block comes back. */
  private volatile @Nullable Lease lease;

  /** The next block of a {@link FreeList}, which guards it. */
  @Nullable Block next;

  private Block(BlockPool pool, Arena arena, MemorySegment segment, long size) {
    this.pool = pool;
    this.arena = arena;
    this.segment = segment;
    this.size = size;
  }

  /** A block of this size with undefined contents, or null when the operating system refuses. */
  static @Nullable Block ofSize(BlockPool pool, long size) {
    Arena arena = Arena.ofShared();
    MemorySegment segment = SystemMemory.allocate(arena, size);
    if (segment == null) {
      arena.close();
      return null;
    }
    return new Block(pool, arena, segment, size);
  }

  /** Brings the block back to its pool when {@code user} is unreachable. False if already so. */
  synchronized boolean leaseTo(Object user) {
    if (lease != null) {
      return false;
    }
    lease = new Lease(user, this);
    return true;
  }

  /** Ends a lease. False if there was none. */
  synchronized boolean endLease() {
    Lease ended = lease;
    if (ended == null) {
      return false;
    }
    ended.clear();
    lease = null;
    return true;
  }

  boolean isLeased() {
    return lease != null;
  }

  /** Returns the bytes to the operating system. False while an input or output still uses them. */
  boolean giveBack() {
    try {
      arena.close();
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /** Tells when nobody can reach the user of a block any more. */
  static final class Lease extends Reclaimable {
    private final Block block;

    Lease(Object user, Block block) {
      super(user);
      this.block = block;
    }

    @Override
    void reclaim() {
      if (block.lease == this) {
        block.pool.giveBack(block);
      }
    }
  }
}
