package dev.weir.tensor.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Fills memory that holds no values, fresh or given back, with a byte that is easy to recognize, if
 * the system property {@code weir.memory.poison} is set: for tests that look for kernels which read
 * what was never written, was given back, or lies outside of a tensor, and for those that write
 * there. Then each buffer is a block of its own, between guards, and as long as was asked for; when
 * its bytes come back, what is around them must be as it was. Off by default.
 */
public final class Poison {
  /**
   * What such memory is filled with. As a float32 it is 215274704: positive, so that a rectifier
   * does not hide it. It has no factor in common with 255, so that fractions rarely look like it.
   */
  public static final byte BYTE = 0x4D;

  /** Whether memory is poisoned in this process. */
  public static final boolean ON = Boolean.getBoolean("weir.memory.poison");

  /** Bytes before and after each block. */
  static final long GUARD = ON ? 4 * SizeClass.ALIGNMENT : 0;

  private static final long EIGHT = (BYTE & 0xFFL) * 0x0101_0101_0101_0101L;
  private static final int FOUR = (int) EIGHT;
  private static final AtomicReference<@Nullable String> DAMAGE = new AtomicReference<>();

  private Poison() {}

  static void fill(MemorySegment segment) {
    if (ON) {
      segment.fill(BYTE);
    }
  }

  /** What was first written outside of a buffer since the last call; null if nothing was. */
  public static @Nullable String damage() {
    return DAMAGE.getAndSet(null);
  }

  /** Whether four of the first {@code bytes} are poison, in a row and aligned. */
  public static boolean isIn(Buffer buffer, long bytes) {
    MemorySegment segment = buffer.segment();
    for (long i = 0; i + Integer.BYTES <= bytes; i += Integer.BYTES) {
      if (segment.get(ValueLayout.JAVA_INT, i) == FOUR) {
        return true;
      }
    }
    return false;
  }

  /** Notes if any of these bytes is not poison. */
  static void check(MemorySegment around, String where, @Nullable String holder) {
    long size = around.byteSize();
    long i = 0;
    while (i + Long.BYTES <= size && around.get(ValueLayout.JAVA_LONG_UNALIGNED, i) == EIGHT) {
      i += Long.BYTES;
    }
    for (; i < size; i++) {
      if (around.get(ValueLayout.JAVA_BYTE, i) != BYTE) {
        DAMAGE.compareAndSet(null, "byte " + i + " " + where + " a buffer of " + holder);
        return;
      }
    }
  }
}
