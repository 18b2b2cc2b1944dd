package dev.weir.tensor.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

/** Adds floats of one buffer to those of another; both must be held by the caller. */
public final class FloatAddition {
  /** Elements after which the inner loop begins anew, so that its index is an {@code int}. */
  private static final int CHUNK = 1 << 20;

  private FloatAddition() {}

  /**
   * Adds {@code factor} times {@code count} floats from element {@code from} on to those from
   * element {@code at} on.
   */
  public static void add(
      Buffer target, long at, Buffer source, long from, long count, float factor) {
    MemorySegment sums = target.segment();
    MemorySegment more = source.segment();
    for (long done = 0; done < count; done += CHUNK) {
      int some = (int) Math.min(CHUNK, count - done);
      add(sums, (at + done) * Float.BYTES, more, (from + done) * Float.BYTES, some, factor);
    }
    Reference.reachabilityFence(target);
    Reference.reachabilityFence(source);
  }

  private static void add(
      MemorySegment sums, long at, MemorySegment more, long from, int count, float factor) {
    for (int k = 0; k < count; k++) {
      long offset = (long) k * Float.BYTES;
      float sum = sums.get(ValueLayout.JAVA_FLOAT, at + offset);
      sums.set(
          ValueLayout.JAVA_FLOAT,
          at + offset,
          sum + factor * more.get(ValueLayout.JAVA_FLOAT, from + offset));
    }
  }
}
