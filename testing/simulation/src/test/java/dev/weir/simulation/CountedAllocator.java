package dev.weir.simulation;

import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.Buffer;
import dev.weir.tensor.memory.CachingAllocator;

/**
 * An allocator none of whose buffers is left to the garbage collector, however small, so that each
 * one that is not given back is seen.
 */
final class CountedAllocator implements Allocator {
  private static final long BUDGET = 64L << 20;
  private static final long LEAST = 1024;

  private final CachingAllocator counted = new CachingAllocator(BUDGET);

  @Override
  public Buffer allocate(long bytes, String holder) {
    return counted.allocate(Math.max(LEAST, bytes), holder);
  }

  @Override
  public Usage usage() {
    return counted.usage();
  }

  @Override
  public void restartPeak() {
    counted.restartPeak();
  }

  long inUse() {
    return counted.usage().inUse();
  }
}
