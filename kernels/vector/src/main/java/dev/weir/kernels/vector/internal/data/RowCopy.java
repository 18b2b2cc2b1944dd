package dev.weir.kernels.vector.internal.data;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Copies of neighboring bytes, by their addresses. */
final class RowCopy {
  private static final MemorySegment ALL = RawMemory.ALL;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  /** Up to so many bytes a loop over longs is faster than a call. */
  private static final long SHORT_ROW = 256;

  /** Bytes that are copied at a time. */
  private static final int STEP = 4 * Long.BYTES;

  /** Bytes that are filled one by one and then copied from the cache. */
  private static final long BLOCK = 16 * 1024;

  private RowCopy() {}

  /** Copies a row to where it does not overlap. */
  static void copy(long from, long to, long bytes) {
    if (bytes > SHORT_ROW) {
      MemorySegment.copy(ALL, from, ALL, to, bytes);
    } else if (bytes >= STEP) {
      copySteps(from, to, (int) bytes);
    } else if (bytes >= Long.BYTES) {
      copyLongs(from, to, (int) bytes);
    } else {
      for (int i = 0; i < (int) bytes; i++) {
        ALL.set(BYTE, to + i, ALL.get(BYTE, from + i));
      }
    }
  }

  /** The last one may overlap with the one before. */
  private static void copySteps(long from, long to, int bytes) {
    int last = bytes - STEP;
    for (int i = 0; i < last; i += STEP) {
      copyStep(from + i, to + i);
    }
    copyStep(from + last, to + last);
  }

  private static void copyStep(long from, long to) {
    long a = ALL.get(LONG, from);
    long b = ALL.get(LONG, from + Long.BYTES);
    long c = ALL.get(LONG, from + 2 * Long.BYTES);
    long d = ALL.get(LONG, from + 3 * Long.BYTES);
    ALL.set(LONG, to, a);
    ALL.set(LONG, to + Long.BYTES, b);
    ALL.set(LONG, to + 2 * Long.BYTES, c);
    ALL.set(LONG, to + 3 * Long.BYTES, d);
  }

  /** The last one may overlap with the one before. */
  private static void copyLongs(long from, long to, int bytes) {
    int last = bytes - Long.BYTES;
    for (int i = 0; i < last; i += Long.BYTES) {
      ALL.set(LONG, to + i, ALL.get(LONG, from + i));
    }
    ALL.set(LONG, to + last, ALL.get(LONG, from + last));
  }

  /** Copies {@code count} rows, which are steps apart. */
  static void copyAll(long from, long fromStep, long to, long toStep, long count, long bytes) {
    for (long i = 0; i < count; i++) {
      copy(from + i * fromStep, to + i * toStep, bytes);
    }
  }

  /** Sets bytes to 0. */
  static void clear(long at, long bytes) {
    ALL.asSlice(at, bytes).fill((byte) 0);
  }

  /** Copies one element to all places of a long row, on several threads. */
  static void fillAll(KernelContext context, long element, int size, long to, long bytes) {
    long first = Math.min(bytes, BLOCK);
    fill(element, size, to, first);
    long blocks = Math.ceilDiv(bytes, BLOCK);
    Grain.CHEAP.forRows(
        context,
        blocks - 1,
        BLOCK / Integer.BYTES,
        (from, end) -> {
          for (long i = from + 1; i <= end; i++) {
            copy(to, to + i * BLOCK, Math.min(BLOCK, bytes - i * BLOCK));
          }
        });
  }

  /** Copies one element to all places of a row. */
  static void fill(long element, int size, long to, long bytes) {
    long filled = Math.min(size, bytes);
    copy(element, to, filled);
    while (filled < bytes) {
      long more = Math.min(Math.min(filled, BLOCK), bytes - filled);
      copy(to, to + filled, more);
      filled += more;
    }
  }
}
