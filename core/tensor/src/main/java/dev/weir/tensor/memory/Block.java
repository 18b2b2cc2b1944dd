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

  /** The memory with the guards around it, if it is {@linkplain Poison poisoned}. */
  private final MemorySegment guarded;

  /** How many bytes the holder of the block asked for. */
  private volatile long asked;

  /** How much of it counts as taken from the system; all of it unless it is filled gradually. */
  volatile long charged;

  /** What the block is handed out for; null while it is cached. */
  volatile @Nullable String holder;

  /** Set while the garbage collector decides when the block comes back. */
  private volatile @Nullable Lease lease;

  /** The next block of a {@link FreeList}, which guards it. */
  @Nullable Block next;

  private Block(BlockPool pool, Arena arena, MemorySegment guarded, long size) {
    this.pool = pool;
    this.arena = arena;
    this.guarded = guarded;
    this.segment = Poison.ON ? guarded.asSlice(Poison.GUARD, size) : guarded;
    this.size = size;
    this.asked = size;
    this.charged = size;
  }

  /** A block of this size with undefined contents, or null when the operating system refuses. */
  static @Nullable Block ofSize(BlockPool pool, long size) {
    Arena arena = isLeftToCollector(size) ? Arena.ofAuto() : Arena.ofShared();
    MemorySegment segment = SystemMemory.allocate(arena, withGuards(size));
    if (segment == null) {
      if (!isLeftToCollector(size)) {
        arena.close();
      }
      return null;
    }
    Poison.fill(segment);
    return new Block(pool, arena, segment, size);
  }

  /**
   * Tiny blocks exist only where memory is poisoned, and there are many of them. Closing an arena
   * stops all threads for a moment, so the garbage collector returns them to the system.
   */
  private static boolean isLeftToCollector(long size) {
    return Poison.ON && size <= Slabs.LARGEST;
  }

  private static long withGuards(long size) {
    return Poison.ON ? SizeClass.roundUp(size + 2 * Poison.GUARD) : size;
  }

  /** The bytes for a request of this size, which may be fewer than the block has. */
  MemorySegment forBytes(long bytes) {
    if (!Poison.ON) {
      return segment;
    }
    asked = bytes;
    return segment.asSlice(0, bytes);
  }

  /** Looks for bytes that were written outside of those asked for, then poisons all of them. */
  void poison() {
    if (Poison.ON) {
      Poison.check(guarded.asSlice(0, Poison.GUARD), "before", holder);
      Poison.check(segment.asSlice(asked), "behind", holder);
      Poison.check(guarded.asSlice(Poison.GUARD + size), "beyond the slack of", holder);
      Poison.fill(guarded);
      asked = size;
    }
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
    if (isLeftToCollector(size)) {
      return true;
    }
    try {
      arena.close();
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /** Tells when the user of a block is unreachable. */
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
