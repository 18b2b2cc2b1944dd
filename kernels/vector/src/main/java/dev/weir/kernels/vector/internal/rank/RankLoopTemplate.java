package dev.weir.kernels.vector.internal.rank;

import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;

/** The template behind {@link RankLoop}. */
final class RankLoopTemplate implements RankLoop {
  private static final Operation OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final ScalarType ELEMENT = OPERATION.element();
  private static final int SHIFT = ELEMENT.shift();
  private static final boolean IS_REAL = ELEMENT.isReal();
  private static final boolean IS_FLOAT = OPERATION.isFloat();

  /** What an element must beat to be the greatest; its opposite for the least. */
  private static final long LEAST = OPERATION.least();

  /** Elements whose extremes are found in vectors. */
  private static final int MANY = 32;

  /** Elements that are looked at for one that is great enough, all at once. */
  private static final int PIECE = 16;

  @Override
  public void ranks(long at, int count, long[] ranks) {
    for (int i = 0; i < count; i++) {
      ranks[i] = ELEMENT.rank(at + ((long) i << SHIFT));
    }
  }

  @Override
  public void greatest(long at, int count, Greatest greatest) {
    greatest.clear();
    int i = 0;
    while (!greatest.isFull()) {
      greatest.add(ELEMENT.rank(at + ((long) i << SHIFT)), i);
      i++;
    }
    long least = greatest.least();
    while (i < count) {
      int end = Math.min(count, i + PIECE);
      int above = 0;
      for (int j = i; j < end; j++) {
        above |= ELEMENT.rank(at + ((long) j << SHIFT)) > least ? 1 : 0;
      }
      if (above != 0) {
        least = addGreater(at, i, end, greatest);
      }
      i = end;
    }
    greatest.sort();
  }

  private static long addGreater(long at, int from, int to, Greatest greatest) {
    long least = greatest.least();
    for (int i = from; i < to; i++) {
      long rank = ELEMENT.rank(at + ((long) i << SHIFT));
      if (rank > least) {
        greatest.add(rank, i);
        least = greatest.least();
      }
    }
    return least;
  }

  @Override
  public int extreme(long at, long stride, int count, boolean isGreatest) {
    return IS_REAL
        ? extremeReal(at, stride, count, isGreatest)
        : extremeWhole(at, stride, count, isGreatest);
  }

  /** Four records in turn, so that a comparison does not wait for the one before. */
  private static int extremeReal(long at, long stride, int count, boolean isGreatest) {
    if (IS_FLOAT && count >= MANY) {
      int place = isGreatest ? greatestFloat(at, count) : leastFloat(at, count);
      if (place >= 0) {
        return place;
      }
    }
    double sign = isGreatest ? 1 : -1;
    double start = Double.longBitsToDouble(LEAST ^ Long.MAX_VALUE);
    double r0 = start;
    double r1 = start;
    double r2 = start;
    double r3 = start;
    int whole = count & -4;
    for (int i = 0; i < whole; i += 4) {
      long first = at + i * stride;
      double x0 = sign * ELEMENT.real(first);
      double x1 = sign * ELEMENT.real(first + stride);
      double x2 = sign * ELEMENT.real(first + 2 * stride);
      double x3 = sign * ELEMENT.real(first + 3 * stride);
      r0 = x0 > r0 ? x0 : r0;
      r1 = x1 > r1 ? x1 : r1;
      r2 = x2 > r2 ? x2 : r2;
      r3 = x3 > r3 ? x3 : r3;
    }
    for (int i = whole; i < count; i++) {
      double x = sign * ELEMENT.real(at + i * stride);
      r0 = x > r0 ? x : r0;
    }
    double record = Math.max(Math.max(r0, r1), Math.max(r2, r3));
    if (!(record > start)) {
      return 0;
    }
    int place = 0;
    while (sign * ELEMENT.real(at + place * stride) != record) {
      place++;
    }
    return place;
  }

  /** The first greatest float; -1 if one of them is NaN or no finite number is there. */
  private static int greatestFloat(long at, int count) {
    int record = Integer.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      record = Math.max(record, floatRank(at, i));
    }
    return placeOf(record, at);
  }

  private static int leastFloat(long at, int count) {
    int record = Integer.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      record = Math.min(record, floatRank(at, i));
    }
    return placeOf(record, at);
  }

  /** Greater for greater floats; C2 finds the extremes of such numbers in vectors. */
  private static int floatRank(long at, int i) {
    int bits = RawMemory.ALL.get(ValueLayout.JAVA_INT, at + (long) i * Float.BYTES);
    return bits ^ (bits >> 31 & Integer.MAX_VALUE);
  }

  private static int placeOf(int record, long at) {
    float number = Float.intBitsToFloat(record ^ (record >> 31 & Integer.MAX_VALUE));
    if (!(Math.abs(number) < Float.MAX_VALUE)) {
      return -1;
    }
    int place = 0;
    while (RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, at + (long) place * Float.BYTES) != number) {
      place++;
    }
    return place;
  }

  private static int extremeWhole(long at, long stride, int count, boolean isGreatest) {
    long flip = isGreatest ? 0 : -1;
    long r0 = ELEMENT.rank(at) ^ flip;
    long r1 = r0;
    int whole = count & -2;
    for (int i = 0; i < whole; i += 2) {
      r0 = Math.max(r0, ELEMENT.rank(at + i * stride) ^ flip);
      r1 = Math.max(r1, ELEMENT.rank(at + i * stride + stride) ^ flip);
    }
    if (whole < count) {
      r0 = Math.max(r0, ELEMENT.rank(at + whole * stride) ^ flip);
    }
    long record = Math.max(r0, r1);
    int place = 0;
    while ((ELEMENT.rank(at + place * stride) ^ flip) != record) {
      place++;
    }
    return place;
  }

  @Override
  public void extremes(
      long at, long stride, int rows, boolean isGreatest, long[] records, int[] places) {
    long flip = isGreatest ? 0 : -1;
    for (int k = 0; k < records.length; k++) {
      records[k] = LEAST;
      places[k] = 0;
    }
    for (int row = 0; row < rows; row++) {
      long from = at + row * stride;
      for (int k = 0; k < records.length; k++) {
        long rank = ELEMENT.rank(from + ((long) k << SHIFT));
        // NaN, of the greatest rank, becomes the least
        long value = IS_REAL && rank == Long.MAX_VALUE ? Long.MIN_VALUE : rank ^ flip;
        if (value > records[k]) {
          records[k] = value;
          places[k] = row;
        }
      }
    }
  }

  @Override
  public void copy(long row, long from, long target) {
    ELEMENT.setBits(target, ELEMENT.bits(row + (from << SHIFT)));
  }
}
