package dev.weir.tensor.memory;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An allocator that keeps what was given back and hands it out again, by size class, under a hard
 * budget.
 *
 * <p>Tiny buffers are {@linkplain Slabs cut from slabs} and left to the garbage collector. All
 * others are rounded up to one of eight size classes between two powers of two, so that at most an
 * eighth is wasted and a step that runs again finds exactly what it gave back.
 *
 * <p>Tensors that users hold are given back by the garbage collector, which does not see off-heap
 * memory filling up. So before the allocator takes much more than it had after the last collection,
 * and before it refuses, it asks for one.
 */
public final class CachingAllocator implements Allocator {
  private static final long ALIGNMENT = 64;
  private static final long FIRST_COLLECTION = 1L << 30;
  private static final int NAMED_HOLDERS = 5;
  private static final long COLLECTION_WAIT_MILLIS = 500;

  private final long budget;
  private final Slabs slabs = new Slabs();
  private final Map<Long, ArrayDeque<Block>> free = new HashMap<>();
  private final Map<Buffer, Block> handedOut = new IdentityHashMap<>();
  private long inUse;
  private long cached;
  private long peak;
  private long collectAbove;

  /** Memory from the operating system, alive until its arena is closed. */
  private record Block(Arena arena, MemorySegment segment) {
    void giveBack() {
      arena.close();
    }
  }

  /** An allocator that never takes more than {@code budget} bytes. */
  public CachingAllocator(long budget) {
    if (budget < 0) {
      throw WeirException.invalidArgument("a memory budget must be at least 0, got %d", budget);
    }
    this.budget = budget;
    this.collectAbove = Math.min(FIRST_COLLECTION, budget);
  }

  @Override
  public Buffer allocate(long bytes, String holder) {
    if (bytes < 0) {
      throw WeirException.invalidArgument("cannot allocate %d bytes for %s", bytes, holder);
    }
    if (bytes <= Slabs.LARGEST) {
      return slabs.cut(bytes);
    }
    long size = sizeClass(bytes);
    Buffer buffer = tryAllocate(size, holder, true);
    if (buffer == null) {
      collectGarbage(size);
      buffer = tryAllocate(size, holder, false);
    }
    if (buffer == null) {
      throw exhausted(bytes, holder);
    }
    return buffer;
  }

  /** Null when a garbage collection should come first, or the budget does not allow it. */
  private synchronized @Nullable Buffer tryAllocate(long size, String holder, boolean polite) {
    ArrayDeque<Block> reusable = free.get(size);
    Block block = reusable == null ? null : reusable.pollLast();
    if (block != null) {
      cached -= size;
    } else {
      if (inUse + cached + size > budget) {
        trim(size);
      }
      if (inUse + size > (polite ? collectAbove : budget)) {
        return null;
      }
      block = takeFromSystem(size);
      if (block == null) {
        return null;
      }
    }
    inUse += size;
    peak = Math.max(peak, inUse);
    Buffer buffer = new Buffer(block.segment(), this::reclaim, holder);
    handedOut.put(buffer, block);
    return buffer;
  }

  private static @Nullable Block takeFromSystem(long size) {
    Arena arena = Arena.ofShared();
    try {
      MemorySegment segment = arena.allocate(size, ALIGNMENT);
      // Kernels reach the bytes through a segment without a lifetime: the reference count is it.
      return new Block(arena, MemorySegment.ofAddress(segment.address()).reinterpret(size));
    } catch (OutOfMemoryError e) {
      arena.close();
      return null;
    }
  }

  private synchronized void reclaim(Buffer buffer) {
    Block block = handedOut.remove(buffer);
    if (block == null) {
      throw new IllegalStateException("a buffer was given back to an allocator it is not from");
    }
    long size = buffer.byteSize();
    inUse -= size;
    cached += size;
    free.computeIfAbsent(size, ignored -> new ArrayDeque<>()).addLast(block);
  }

  /** Returns cached blocks to the system until {@code needed} more bytes fit, largest first. */
  private void trim(long needed) {
    List<Long> sizes = free.keySet().stream().sorted(Comparator.reverseOrder()).toList();
    for (long size : sizes) {
      ArrayDeque<Block> blocks = free.get(size);
      while (blocks != null && !blocks.isEmpty() && inUse + cached + needed > budget) {
        blocks.pollFirst().giveBack();
        cached -= size;
      }
    }
  }

  /** Lets the garbage collector find tensors nobody holds, and waits a little for their bytes. */
  private void collectGarbage(long needed) {
    long before = usage().inUse();
    System.gc();
    long deadline = System.nanoTime() + COLLECTION_WAIT_MILLIS * 1_000_000;
    while (System.nanoTime() < deadline) {
      long now = usage().inUse();
      if (now + needed <= budget && now < before) {
        break;
      }
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    synchronized (this) {
      collectAbove = Math.min(budget, Math.max(FIRST_COLLECTION, 2 * inUse));
    }
  }

  private synchronized WeirException exhausted(long bytes, String holder) {
    Map<String, Long> held = new HashMap<>();
    handedOut.keySet().forEach(b -> held.merge(b.holder(), b.byteSize(), Long::sum));
    String biggest =
        held.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .limit(NAMED_HOLDERS)
            .map(e -> e.getKey() + " " + ByteSize.format(e.getValue()))
            .collect(Collectors.joining(", "));
    return new WeirException(
        ErrorCode.RESOURCE_EXHAUSTED,
        holder
            + " needs "
            + ByteSize.format(bytes)
            + ", but "
            + ByteSize.format(inUse)
            + " of the budget of "
            + ByteSize.format(budget)
            + " is in use; the biggest holders: "
            + (biggest.isEmpty() ? "none" : biggest)
            + ". Raise weir.memory.budget, or use smaller batches");
  }

  @Override
  public synchronized Usage usage() {
    return new Usage(inUse, cached, budget, peak);
  }

  /** The smallest of eight classes per power of two that holds this many bytes. */
  static long sizeClass(long bytes) {
    int log = 63 - Long.numberOfLeadingZeros(bytes);
    long step = Math.max(ALIGNMENT, 1L << (log - 3));
    return Math.addExact(bytes, step - 1) / step * step;
  }
}
