package dev.weir.tensor.memory;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one allocator and its accounts. {@code reserved} is what was taken from the
 * operating system and never exceeds the budget; {@code inUse} is the part of it handed out; {@code
 * leased} is the part of that which only the garbage collector can bring back.
 *
 * <p>Handing out a cached block takes the lock of its size only. Calls of the operating system are
 * rare and may be slow.
 */
final class BlockPool {
  private final long budget;
  private final AtomicReferenceArray<@Nullable FreeList> free =
      new AtomicReferenceArray<>(SizeClass.COUNT);
  private final Set<Block> blocks = ConcurrentHashMap.newKeySet();
  private final Queue<Block> busy = new ConcurrentLinkedQueue<>();

  @SuppressWarnings("MismatchedQueryAndUpdateOfCollection") // keeps them reachable until due
  private final Set<Reclaimable> pending = ConcurrentHashMap.newKeySet();

  private final AtomicLong reserved = new AtomicLong();
  private final AtomicLong inUse = new AtomicLong();
  private final AtomicLong peak = new AtomicLong();
  private final LongAdder leased = new LongAdder();
  private volatile boolean closed;

  @SuppressWarnings("UnusedVariable") // keeps the reference reachable until it is due
  private @Nullable Reclaimable closing;

  BlockPool(long budget) {
    this.budget = budget;
  }

  /** Stops caching once the allocator is unreachable, so that its memory is returned. */
  void closeWithout(Object allocator) {
    closing =
        new Reclaimable(allocator) {
          @Override
          void reclaim() {
            closed = true;
            trim();
          }
        };
  }

  long budget() {
    return budget;
  }

  long reserved() {
    return reserved.get();
  }

  long inUse() {
    return inUse.get();
  }

  long peak() {
    return peak.get();
  }

  void restartPeak() {
    peak.set(inUse.get());
  }

  /** Bytes in use that only the garbage collector can bring back. */
  long leased() {
    return leased.sum();
  }

  /** A cached block of this size, or null. */
  @Nullable Block reuse(long size, String holder) {
    FreeList list = free.get(SizeClass.index(size));
    Block block = list == null ? null : list.pop();
    return block == null ? null : handOut(block, holder);
  }

  /** A new block of this size, or null if the budget or the operating system refuses it. */
  @Nullable Block take(long size, String holder) {
    return take(size, size, holder);
  }

  /** A new block of which only {@code charged} bytes are on the account so far, or null. */
  @Nullable Block take(long size, long charged, String holder) {
    if (!reserve(charged)) {
      return null;
    }
    Block block = Block.ofSize(this, size);
    if (block == null) {
      reserved.addAndGet(-charged);
      return null;
    }
    block.charged = charged;
    blocks.add(block);
    Janitor.watch(this);
    return handOut(block, holder);
  }

  private boolean reserve(long bytes) {
    long before;
    do {
      before = reserved.get();
      if (bytes > budget - before) {
        return false;
      }
    } while (!reserved.compareAndSet(before, before + bytes));
    return true;
  }

  /** Counts memory that is not of a block. False if the budget refuses it. */
  boolean charge(long bytes) {
    if (!reserve(bytes)) {
      return false;
    }
    use(bytes);
    return true;
  }

  /** Ends what {@link #charge(long)} began. */
  void discharge(long bytes) {
    inUse.addAndGet(-bytes);
    reserved.addAndGet(-bytes);
  }

  /** Charges more bytes of a block; for its owner. False if the budget refuses them. */
  boolean charge(Block block, long bytes) {
    long more = bytes - block.charged;
    if (more <= 0) {
      return true;
    }
    if (!reserve(more)) {
      return false;
    }
    block.charged = bytes;
    use(more);
    return true;
  }

  private Block handOut(Block block, String holder) {
    block.holder = holder;
    use(block.charged);
    return block;
  }

  private void use(long bytes) {
    long now = inUse.addAndGet(bytes);
    if (now > peak.get()) {
      peak.accumulateAndGet(now, Math::max);
    }
  }

  /** Lets the garbage collector bring a block back once {@code user} is unreachable. */
  void lease(Block block, Object user) {
    if (block.leaseTo(user)) {
      leased.add(block.size);
    }
  }

  /** Releases a reference to a buffer once {@code user} is unreachable. */
  void releaseWithout(Object user, Buffer buffer) {
    pending.add(
        new Reclaimable(user) {
          @Override
          void reclaim() {
            pending.remove(this);
            buffer.release();
          }
        });
  }

  /** Takes a block back to cache it. */
  void giveBack(Block block) {
    if (block.endLease()) {
      leased.add(-block.size);
    }
    block.poison();
    block.holder = null;
    inUse.addAndGet(-block.charged);
    if (closed || block.charged < block.size) {
      returnToSystem(block);
    } else {
      freeList(block.size).push(block);
      if (closed) {
        trim();
      }
    }
  }

  private FreeList freeList(long size) {
    int index = SizeClass.index(size);
    FreeList list = free.get(index);
    if (list == null) {
      FreeList created = new FreeList();
      list = free.compareAndSet(index, null, created) ? created : free.get(index);
    }
    return Objects.requireNonNull(list);
  }

  private void returnToSystem(Block block) {
    if (block.giveBack()) {
      blocks.remove(block);
      reserved.addAndGet(-block.charged);
    } else {
      busy.add(block);
    }
  }

  /**
   * Returns cached blocks to the system until this many more bytes fit, largest first. Returns none
   * if all of them would not make enough room: closing thousands of small blocks takes long, and
   * the next users would have to allocate them again.
   */
  void makeRoom(long needed) {
    if (needed <= budget - inUse.get()) {
      trim(needed);
    }
  }

  /** Returns everything cached to the system. */
  void trim() {
    trim(Long.MAX_VALUE);
  }

  private void trim(long needed) {
    for (int i = SizeClass.COUNT - 1; i >= 0; i--) {
      FreeList list = free.get(i);
      while (list != null && needed > budget - reserved.get()) {
        Block block = list.pop();
        if (block == null) {
          break;
        }
        returnToSystem(block);
      }
    }
  }

  /** Returns to the system what was not used since the last sweep. */
  void sweep() {
    for (int i = busy.size(); i > 0; i--) {
      Block block = busy.poll();
      if (block != null) {
        returnToSystem(block);
      }
    }
    for (int i = 0; i < SizeClass.COUNT; i++) {
      FreeList list = free.get(i);
      for (int idle = list == null ? 0 : list.sweep(); idle > 0; idle--) {
        Block block = list == null ? null : list.pop();
        if (block != null) {
          returnToSystem(block);
        }
      }
    }
  }

  /** The bytes in use, by holder. */
  record Holding(String holder, long bytes, int buffers) {
    Holding plus(Holding other) {
      return new Holding(holder, bytes + other.bytes, buffers + other.buffers);
    }
  }

  /** The largest holders, largest first. */
  List<Holding> biggestHolders(int limit) {
    Map<String, Holding> byHolder = new HashMap<>();
    for (Block block : blocks) {
      String holder = block.holder;
      if (holder != null) {
        byHolder.merge(holder, new Holding(holder, block.charged, 1), Holding::plus);
      }
    }
    return byHolder.values().stream()
        .sorted(Comparator.comparingLong(Holding::bytes).reversed().thenComparing(Holding::holder))
        .limit(limit)
        .toList();
  }
}
