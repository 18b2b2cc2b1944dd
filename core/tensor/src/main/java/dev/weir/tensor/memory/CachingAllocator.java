package dev.weir.tensor.memory;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An allocator that keeps what was given back and hands it out again, {@linkplain SizeClass by
 * size}, under a hard budget.
 *
 * <ol>
 *   <li>Tiny buffers are {@linkplain Slabs cut from slabs} and left to the garbage collector; all
 *       others are blocks of their own.
 *   <li>What was taken from the operating system, cached or handed out, slabs included, never
 *       exceeds the budget. Before refusing, what is cached is returned to the system, if that
 *       makes enough room, and, if users' tensors could, {@linkplain GarbageCollections a
 *       collection asked for}.
 *   <li>Cached blocks that are not used for some seconds {@linkplain Janitor go back to the
 *       system}.
 *   <li>An unreachable allocator returns all its memory; buffers still held stay valid.
 * </ol>
 */
public final class CachingAllocator implements Allocator {
  private static final int NAMED_HOLDERS = 5;
  private static final long GIVING_BACK_NANOS = 100_000_000L;

  private final BlockPool pool;
  private final GarbageCollections collections;
  private final Slabs slabs;

  /** An allocator that never takes more than {@code budget} bytes. */
  public CachingAllocator(long budget) {
    if (budget < 0) {
      throw WeirException.invalidArgument("a memory budget must be at least 0, got %d", budget);
    }
    pool = new BlockPool(budget);
    collections = new GarbageCollections(pool);
    slabs = Slabs.of(pool, collections);
    pool.closeWithout(this);
  }

  @Override
  public Buffer allocate(long bytes, String holder) {
    if (bytes < 0) {
      throw WeirException.invalidArgument("%s cannot have %d bytes", holder, bytes);
    }
    if (bytes <= (Poison.ON ? 0 : Slabs.LARGEST)) {
      Buffer piece = slabs.cut(bytes);
      if (piece != null) {
        return piece;
      }
    }
    if (bytes > Math.min(pool.budget(), SizeClass.LARGEST)) {
      throw exhausted(bytes, bytes, holder);
    }
    long size = SizeClass.roundUp(Math.max(1, bytes));
    Block block = pool.reuse(size, holder);
    return new Buffer(block != null ? block : allocateSlowly(size, bytes, holder), bytes, holder);
  }

  @Override
  public Buffer allocateGradually(long bytes, long charged, String holder) {
    if (charged >= bytes || bytes < SystemMemory.SMALLEST_MAPPED) {
      return allocate(bytes, holder);
    }
    if (bytes > Math.min(pool.budget(), SizeClass.LARGEST)) {
      throw exhausted(bytes, bytes, holder);
    }
    // not one that is cached: all of its memory has been taken from the machine
    long size = SizeClass.roundUp(bytes);
    long first = Math.max(1, charged);
    Block block = pool.take(size, first, holder);
    if (block == null) {
      makeRoom(first);
      block = pool.take(size, first, holder);
    }
    if (block == null) {
      throw exhausted(first, bytes, holder);
    }
    return new Buffer(block, bytes, holder);
  }

  @Override
  public void charge(Buffer buffer, long bytes) {
    Block block = buffer.block();
    if (block == null || block.charged == block.size) {
      return;
    }
    long wanted = SizeClass.roundUp(Math.max(1, bytes)) >= block.size ? block.size : bytes;
    if (pool.charge(block, wanted)) {
      return;
    }
    makeRoom(wanted - block.charged);
    if (!pool.charge(block, wanted)) {
      throw exhausted(wanted - block.charged, bytes, buffer.holder());
    }
  }

  @Override
  public MemoryAccount account(String holder) {
    return new MemoryAccount() {
      private long charged;

      @Override
      public void charge(long bytes) {
        if (!pool.charge(bytes)) {
          makeRoom(bytes);
          if (!pool.charge(bytes)) {
            throw exhausted(bytes, bytes, holder);
          }
        }
        charged += bytes;
      }

      @Override
      public void close() {
        pool.discharge(charged);
        charged = 0;
      }
    };
  }

  private void makeRoom(long bytes) {
    pool.makeRoom(bytes);
    if (bytes > pool.budget() - pool.reserved()) {
      collections.collectUntil(() -> bytes <= pool.budget() - pool.inUse());
      pool.makeRoom(bytes);
    }
  }

  private Block allocateSlowly(long size, long bytes, String holder) {
    collections.collectIfWorthwhile();
    Block block = reuseOrTake(size, holder);
    if (block == null && size <= pool.budget()) {
      collections.collectUntil(() -> size <= pool.budget() - pool.inUse());
      block = reuseOrTake(size, holder);
      // Another thread may not be done with giving back what is not in use any more.
      long deadline = System.nanoTime() + GIVING_BACK_NANOS;
      while (block == null && size <= pool.budget() - pool.inUse()) {
        if (System.nanoTime() - deadline > 0) {
          break;
        }
        Thread.onSpinWait();
        block = reuseOrTake(size, holder);
      }
    }
    if (block == null) {
      throw exhausted(size, bytes, holder);
    }
    return block;
  }

  private @Nullable Block reuseOrTake(long size, String holder) {
    Block block = pool.reuse(size, holder);
    if (block == null) {
      block = pool.take(size, holder);
    }
    if (block == null) {
      pool.makeRoom(size);
      block = pool.take(size, holder);
    }
    return block;
  }

  /** Returns everything cached to the operating system now. */
  public void trim() {
    Reclaimable.reclaimAll();
    pool.trim();
  }

  @Override
  public Usage usage() {
    long inUse = pool.inUse();
    return new Usage(inUse, Math.max(0, pool.reserved() - inUse), pool.budget(), pool.peak());
  }

  @Override
  public void restartPeak() {
    pool.restartPeak();
  }

  private WeirException exhausted(long size, long bytes, String holder) {
    String needed = ByteSize.format(bytes);
    String rounded = ByteSize.format(size);
    String biggest =
        pool.biggestHolders(NAMED_HOLDERS).stream()
            .map(CachingAllocator::describe)
            .collect(Collectors.joining(", "));
    return new WeirException(
        ErrorCode.RESOURCE_EXHAUSTED,
        holder
            + " needs "
            + (needed.equals(rounded) ? needed : needed + " (rounded up to " + rounded + ")")
            + ", but "
            + (size <= pool.budget() - pool.inUse() ? "the system refused them: " : "")
            + ByteSize.format(pool.inUse())
            + " of the budget of "
            + ByteSize.format(pool.budget())
            + " is in use; the biggest holders: "
            + (biggest.isEmpty() ? "none" : biggest)
            + ". Raise weir.memory.budget, or use smaller batches");
  }

  private static String describe(BlockPool.Holding holding) {
    String size = holding.holder() + " " + ByteSize.format(holding.bytes());
    return holding.buffers() == 1 ? size : size + " in " + holding.buffers() + " buffers";
  }

  /** The pool, for tests. */
  BlockPool pool() {
    return pool;
  }

  /** How often a garbage collection was asked for. */
  long collectionsAsked() {
    return collections.asked();
  }
}
