package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.Fma;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.Vector;

/**
 * The template behind {@link RowSumLoop}. Four rows are added at a time to a running sum of {@link
 * RowSumLoop#CHUNK} columns, which stays in the first-level cache together with them.
 */
final class RowSumLoopTemplate implements RowSumLoop<Object> {
  @SuppressWarnings("unchecked") // each copy sees one type only
  private static final GemmElement<Object, Object> ELEMENT =
      Specialized.operation(MethodHandles.lookup(), GemmElement.class);

  private static final int BYTES = ELEMENT.bytes();
  private static final int V = ELEMENT.lanes();
  private static final int ROWS = 4;

  @Override
  public void compute(
      Object few,
      int count,
      GemmMatrix wide,
      int inner,
      int depth,
      int firstColumn,
      int lastColumn,
      Object sums,
      GemmMatrix out) {
    int pitch = Math.min(CHUNK, lastColumn - firstColumn);
    long stride = wide.stride() * BYTES;
    for (int t = firstColumn; t < lastColumn; t += CHUNK) {
      int columns = Math.min(CHUNK, lastColumn - t);
      start(out, t, columns, count, sums, pitch, inner > 0);
      for (int p = 0; p < depth; p += ROWS) {
        long at = wide.index(inner + p, t) * BYTES;
        int rows = Math.min(ROWS, depth - p);
        for (int f = 0; f < count; f++) {
          add(at, stride, columns, few, f * depth + p, rows, sums, f * pitch);
        }
      }
      store(out, t, columns, count, sums, pitch);
    }
  }

  private static void add(
      long at, long stride, int columns, Object few, int factors, int rows, Object sums, int to) {
    if (rows == ROWS) {
      addFour(at, stride, columns, few, factors, sums, to);
    } else {
      for (int r = 0; r < rows; r++) {
        addOne(at + r * stride, columns, few, factors + r, sums, to);
      }
    }
  }

  private static void addFour(
      long row0, long stride, int columns, Object few, int factors, Object sums, int to) {
    Vector<Object> x0 = ELEMENT.broadcast(few, factors);
    Vector<Object> x1 = ELEMENT.broadcast(few, factors + 1);
    Vector<Object> x2 = ELEMENT.broadcast(few, factors + 2);
    Vector<Object> x3 = ELEMENT.broadcast(few, factors + 3);
    long row1 = row0 + stride;
    long row2 = row1 + stride;
    long row3 = row2 + stride;
    int t = 0;
    for (; t <= columns - V; t += V) {
      long step = (long) t * BYTES;
      Vector<Object> sum = ELEMENT.load(sums, to + t);
      sum = Fma.multiplyAdd(x0, ELEMENT.load(row0 + step), sum);
      sum = Fma.multiplyAdd(x1, ELEMENT.load(row1 + step), sum);
      sum = Fma.multiplyAdd(x2, ELEMENT.load(row2 + step), sum);
      sum = Fma.multiplyAdd(x3, ELEMENT.load(row3 + step), sum);
      ELEMENT.store(sum, sums, to + t);
    }
    // factors in variables, and a loop even if it is not entered: 10 % faster for short rows
    double f0 = ELEMENT.get(few, factors);
    double f1 = ELEMENT.get(few, factors + 1);
    double f2 = ELEMENT.get(few, factors + 2);
    double f3 = ELEMENT.get(few, factors + 3);
    for (; t < columns; t++) {
      ELEMENT.addFour(sums, to + t, f0, f1, f2, f3, row0 + (long) t * BYTES, stride);
    }
  }

  private static void addOne(long row, int columns, Object few, int factor, Object sums, int to) {
    Vector<Object> x = ELEMENT.broadcast(few, factor);
    int t = 0;
    for (; t <= columns - V; t += V) {
      Vector<Object> sum = ELEMENT.load(sums, to + t);
      sum = Fma.multiplyAdd(x, ELEMENT.load(row + (long) t * BYTES), sum);
      ELEMENT.store(sum, sums, to + t);
    }
    for (; t < columns; t++) {
      ELEMENT.addOne(sums, to + t, few, factor, row + (long) t * BYTES);
    }
  }

  /** Starts the running sums, at zero or at what C holds. */
  private static void start(
      GemmMatrix out, int t, int columns, int count, Object sums, int pitch, boolean accumulate) {
    if (!accumulate) {
      ELEMENT.clear(sums, count * pitch);
      return;
    }
    for (int f = 0; f < count; f++) {
      for (int j = 0; j < columns; j++) {
        ELEMENT.move(out.index(f, t + j) * BYTES, sums, f * pitch + j);
      }
    }
  }

  private static void store(GemmMatrix out, int t, int columns, int count, Object sums, int pitch) {
    for (int f = 0; f < count; f++) {
      if (!out.transposed()) {
        ELEMENT.copy(sums, f * pitch, out.index(f, t) * BYTES, columns);
        continue;
      }
      for (int j = 0; j < columns; j++) {
        ELEMENT.move(sums, f * pitch + j, out.index(f, t + j) * BYTES);
      }
    }
  }
}
