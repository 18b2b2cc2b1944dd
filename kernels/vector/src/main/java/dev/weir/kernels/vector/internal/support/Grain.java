package dev.weir.kernels.vector.internal.support;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.ParallelFor;

/**
 * The smallest part of work worth a thread. Waking another thread takes some ten microseconds, so a
 * part must be worth that; work smaller than two parts runs on the calling thread.
 *
 * @param elements the fewest elements of a part
 */
public record Grain(long elements) {
  /** For loops limited by memory bandwidth: a part takes some twenty microseconds. */
  public static final Grain CHEAP = ofUsually(64 * 1024);

  /** For loops with some ten operations or more per element. */
  public static final Grain COSTLY = ofUsually(16 * 1024);

  /** For loops with hundreds of operations per element. */
  public static final Grain HEAVY = ofUsually(1024);

  /** Parts begin at multiples of this, so that results do not depend on how work is cut. */
  private static final int BLOCK_SHIFT = 10;

  /** A grain that a system property overrides, for tests that split small work. */
  private static Grain ofUsually(long elements) {
    return new Grain(Long.getLong("weir.vector.grain", elements));
  }

  /** Elements to process before a loop is compiled for vectors. */
  public long warmUpThreshold() {
    return 64 * elements;
  }

  /** Whether {@code count} elements are left to the calling thread. */
  public boolean isOnePart(long count) {
    return count < 2 * elements;
  }

  /** Runs a loop over {@code count} elements in parts of whole blocks. */
  public void forRange(KernelContext context, long count, ParallelFor.Range body) {
    long blocks = Math.ceilDiv(count, 1L << BLOCK_SHIFT);
    context
        .parallel()
        .forRange(
            blocks,
            Math.max(1, elements >> BLOCK_SHIFT),
            (from, to) -> body.run(from << BLOCK_SHIFT, Math.min(count, to << BLOCK_SHIFT)));
  }

  /** Runs a loop over rows of {@code size} elements in parts of whole rows. */
  public void forRows(KernelContext context, long rows, long size, ParallelFor.Range body) {
    if (isOnePart(rows * size)) {
      if (rows > 0) {
        body.run(0, rows);
      }
    } else {
      context.parallel().forRange(rows, Math.max(1, elements / Math.max(1, size)), body);
    }
  }
}
