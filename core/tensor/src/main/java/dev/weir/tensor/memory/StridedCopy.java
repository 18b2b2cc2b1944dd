package dev.weir.tensor.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

/**
 * Copies elements between buffers that are not neighbors in one of them. Positions and steps are in
 * elements; both buffers must be held by the caller and must not overlap.
 */
public final class StridedCopy {
  private StridedCopy() {}

  /** Copies {@code count} elements of {@code elementBytes} bytes each: 1, 2, 4, 8 or 16. */
  public static void copy(
      Buffer source,
      long start,
      long step,
      Buffer target,
      long targetStart,
      long targetStep,
      int count,
      int elementBytes) {
    MemorySegment from = source.segment();
    MemorySegment to = target.segment();
    long at = start * elementBytes;
    long targetAt = targetStart * elementBytes;
    long by = step * elementBytes;
    long targetBy = targetStep * elementBytes;
    switch (elementBytes) {
      case 1 -> copyBytes(from, at, by, to, targetAt, targetBy, count);
      case 2 -> copyShorts(from, at, by, to, targetAt, targetBy, count);
      case 4 -> copyInts(from, at, by, to, targetAt, targetBy, count);
      case 8 -> copyLongs(from, at, by, to, targetAt, targetBy, count);
      case 16 -> {
        copyLongs(from, at, by, to, targetAt, targetBy, count);
        copyLongs(from, at + 8, by, to, targetAt + 8, targetBy, count);
      }
      default -> throw new IllegalArgumentException("elements of " + elementBytes + " bytes");
    }
    Reference.reachabilityFence(source);
    Reference.reachabilityFence(target);
  }

  private static void copyBytes(
      MemorySegment from, long at, long by, MemorySegment to, long targetAt, long targetBy, int n) {
    long i = at;
    long j = targetAt;
    for (int k = 0; k < n; k++) {
      to.set(ValueLayout.JAVA_BYTE, j, from.get(ValueLayout.JAVA_BYTE, i));
      i += by;
      j += targetBy;
    }
  }

  private static void copyShorts(
      MemorySegment from, long at, long by, MemorySegment to, long targetAt, long targetBy, int n) {
    long i = at;
    long j = targetAt;
    for (int k = 0; k < n; k++) {
      to.set(ValueLayout.JAVA_SHORT, j, from.get(ValueLayout.JAVA_SHORT, i));
      i += by;
      j += targetBy;
    }
  }

  private static void copyInts(
      MemorySegment from, long at, long by, MemorySegment to, long targetAt, long targetBy, int n) {
    long i = at;
    long j = targetAt;
    for (int k = 0; k < n; k++) {
      to.set(ValueLayout.JAVA_INT, j, from.get(ValueLayout.JAVA_INT, i));
      i += by;
      j += targetBy;
    }
  }

  private static void copyLongs(
      MemorySegment from, long at, long by, MemorySegment to, long targetAt, long targetBy, int n) {
    long i = at;
    long j = targetAt;
    for (int k = 0; k < n; k++) {
      to.set(ValueLayout.JAVA_LONG, j, from.get(ValueLayout.JAVA_LONG, i));
      i += by;
      j += targetBy;
    }
  }
}
