package dev.weir.kernels.vector.internal.data;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.RowChoice;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Finds where chosen rows begin: the byte offsets of some of them at a time, from the beginning of
 * the part of the table they lie in. Rows that do not exist are at -1.
 */
final class RowOffsets {
  /** Rows whose offsets are worked out at a time: their offsets stay in the cache. */
  static final int BLOCK = 1024;

  private static final MemorySegment ALL = RawMemory.ALL;

  private final DType dtype;
  private final long indices;
  private final long[] sizes;
  private final long rowBytes;
  private final long chosen;

  RowOffsets(RowChoice rows, int elementBytes) {
    dtype = rows.indices().dtype();
    indices = RawMemory.address(rows.indices());
    rowBytes = rows.rowSize() * elementBytes;
    chosen = rows.indices().elements() / rows.depth();
    sizes = new long[rows.depth()];
    for (int d = 0; d < sizes.length; d++) {
      sizes[d] = rows.table().size(rows.axis() + d);
    }
  }

  static boolean isSupported(DType dtype) {
    return switch (dtype) {
      case INT16, UINT16, INT32, INT64 -> true;
      default -> false;
    };
  }

  /** How many rows are chosen in each batch. */
  static long count(RowChoice rows) {
    return rows.indices().elements() / rows.depth() / Math.max(1, rows.batches());
  }

  /** Whether all rows that are chosen exist. */
  boolean areAllThere(KernelContext context) {
    AtomicBoolean isBad = new AtomicBoolean();
    Grain.CHEAP.forRows(
        context,
        chosen,
        sizes.length,
        (first, end) -> {
          long[] found = new long[(int) Math.min(BLOCK, end - first)];
          for (long row = first; row < end && !isBad.get(); row += found.length) {
            if (!find(row, (int) Math.min(found.length, end - row), found)) {
              isBad.set(true);
            }
          }
        });
    return !isBad.get();
  }

  /**
   * The offsets of rows {@code [first, first + count)} of those that are chosen.
   *
   * @return whether all of them exist
   */
  boolean find(long first, int count, long[] offsets) {
    long missing = 0;
    int depth = sizes.length;
    for (int d = 0; d < depth; d++) {
      missing |=
          switch (dtype) {
            case INT16 -> shorts(first * depth + d, depth, count, sizes[d], d == 0, offsets);
            case UINT16 -> chars(first * depth + d, depth, count, sizes[d], d == 0, offsets);
            case INT32 -> ints(first * depth + d, depth, count, sizes[d], d == 0, offsets);
            default -> longs(first * depth + d, depth, count, sizes[d], d == 0, offsets);
          };
    }
    for (int i = 0; i < count; i++) {
      offsets[i] = offsets[i] < 0 ? -1 : offsets[i] * rowBytes;
    }
    return missing >= 0;
  }

  // An index that does not exist sets the sign: a bad one stays bad whatever the others are.

  private static long offset(long before, long size, long index) {
    long bad = index | (size - 1 - index) | before;
    return bad < 0 ? -1 : before * size + index;
  }

  private long ints(long at, int step, int count, long size, boolean isFirst, long[] offsets) {
    long missing = 0;
    long from = indices + at * Integer.BYTES;
    for (int i = 0; i < count; i++) {
      long index = ALL.get(ValueLayout.JAVA_INT, from + (long) i * step * Integer.BYTES);
      offsets[i] = offset(isFirst ? 0 : offsets[i], size, index);
      missing |= offsets[i];
    }
    return missing;
  }

  private long longs(long at, int step, int count, long size, boolean isFirst, long[] offsets) {
    long missing = 0;
    long from = indices + at * Long.BYTES;
    for (int i = 0; i < count; i++) {
      long index = ALL.get(ValueLayout.JAVA_LONG, from + (long) i * step * Long.BYTES);
      offsets[i] = offset(isFirst ? 0 : offsets[i], size, index);
      missing |= offsets[i];
    }
    return missing;
  }

  private long shorts(long at, int step, int count, long size, boolean isFirst, long[] offsets) {
    long missing = 0;
    long from = indices + at * Short.BYTES;
    for (int i = 0; i < count; i++) {
      long index = ALL.get(ValueLayout.JAVA_SHORT, from + (long) i * step * Short.BYTES);
      offsets[i] = offset(isFirst ? 0 : offsets[i], size, index);
      missing |= offsets[i];
    }
    return missing;
  }

  private long chars(long at, int step, int count, long size, boolean isFirst, long[] offsets) {
    long missing = 0;
    long from = indices + at * Character.BYTES;
    for (int i = 0; i < count; i++) {
      long index = ALL.get(ValueLayout.JAVA_CHAR, from + (long) i * step * Character.BYTES);
      offsets[i] = offset(isFirst ? 0 : offsets[i], size, index);
      missing |= offsets[i];
    }
    return missing;
  }
}
