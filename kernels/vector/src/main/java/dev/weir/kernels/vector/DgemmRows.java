package dev.weir.kernels.vector;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;

/**
 * Products of a few packed vectors with a stored matrix, as sums of its scaled rows.
 *
 * <p>Serves vector times matrix, and transposed matrix times vector: the large operand is read once
 * and along its rows, without packing. Four rows are added at a time to a running sum of {@link
 * #CHUNK} columns, which stays in the first-level cache together with them.
 */
final class DgemmRows {
  /** Columns of a running sum: 4 KB, with four rows of the matrix 20 KB. */
  static final int CHUNK = 1024;

  private static final int V = Lanes.DOUBLES;
  private static final int ROWS = 4;

  private DgemmRows() {}

  /**
   * Computes {@code out[f, t] (+)= sum over p of few[f, p] * wide[inner + p, t]}.
   *
   * @param wide a matrix that is not transposed
   * @param few {@code count} vectors of {@code depth} elements, one after the other
   */
  static void compute(
      double[] few,
      int count,
      Matrix wide,
      int inner,
      int depth,
      int firstColumn,
      int lastColumn,
      Matrix out,
      boolean accumulate) {
    int pitch = Math.min(CHUNK, lastColumn - firstColumn);
    double[] sums = DgemmSkinny.POOL.take(count * pitch);
    for (int t = firstColumn; t < lastColumn; t += CHUNK) {
      int columns = Math.min(CHUNK, lastColumn - t);
      load(out, t, columns, count, sums, pitch, accumulate);
      for (int p = 0; p < depth; p += ROWS) {
        long at = wide.index(inner + p, t) * Double.BYTES;
        int rows = Math.min(ROWS, depth - p);
        for (int f = 0; f < count; f++) {
          add(wide, at, columns, few, f * depth + p, rows, sums, f * pitch);
        }
      }
      store(out, t, columns, count, sums, pitch);
    }
    DgemmSkinny.POOL.give(sums);
  }

  private static void add(
      Matrix wide,
      long at,
      int columns,
      double[] few,
      int factors,
      int rows,
      double[] sums,
      int to) {
    if (rows == ROWS) {
      addFour(at, wide.stride() * Double.BYTES, columns, few, factors, sums, to);
    } else {
      for (int r = 0; r < rows; r++) {
        addOne(at + r * wide.stride() * Double.BYTES, columns, few[factors + r], sums, to);
      }
    }
  }

  private static void addFour(
      long row0, long stride, int columns, double[] few, int factors, double[] sums, int to) {
    double f0 = few[factors];
    double f1 = few[factors + 1];
    double f2 = few[factors + 2];
    double f3 = few[factors + 3];
    DoubleVector x0 = DoubleVector.broadcast(Lanes.DOUBLE, f0);
    DoubleVector x1 = DoubleVector.broadcast(Lanes.DOUBLE, f1);
    DoubleVector x2 = DoubleVector.broadcast(Lanes.DOUBLE, f2);
    DoubleVector x3 = DoubleVector.broadcast(Lanes.DOUBLE, f3);
    long row1 = row0 + stride;
    long row2 = row1 + stride;
    long row3 = row2 + stride;
    int t = 0;
    for (; t <= columns - V; t += V) {
      long step = (long) t * Double.BYTES;
      DoubleVector sum = DoubleVector.fromArray(Lanes.DOUBLE, sums, to + t);
      sum = Fma.multiplyAdd(x0, load(row0 + step), sum);
      sum = Fma.multiplyAdd(x1, load(row1 + step), sum);
      sum = Fma.multiplyAdd(x2, load(row2 + step), sum);
      sum = Fma.multiplyAdd(x3, load(row3 + step), sum);
      sum.intoArray(sums, to + t);
    }
    for (; t < columns; t++) {
      long step = (long) t * Double.BYTES;
      sums[to + t] +=
          f0 * RawMemory.ALL.get(ValueLayout.JAVA_DOUBLE, row0 + step)
              + f1 * RawMemory.ALL.get(ValueLayout.JAVA_DOUBLE, row1 + step)
              + f2 * RawMemory.ALL.get(ValueLayout.JAVA_DOUBLE, row2 + step)
              + f3 * RawMemory.ALL.get(ValueLayout.JAVA_DOUBLE, row3 + step);
    }
  }

  private static void addOne(long row, int columns, double factor, double[] sums, int to) {
    DoubleVector x = DoubleVector.broadcast(Lanes.DOUBLE, factor);
    int t = 0;
    for (; t <= columns - V; t += V) {
      DoubleVector sum = DoubleVector.fromArray(Lanes.DOUBLE, sums, to + t);
      Fma.multiplyAdd(x, load(row + (long) t * Double.BYTES), sum).intoArray(sums, to + t);
    }
    for (; t < columns; t++) {
      sums[to + t] +=
          factor * RawMemory.ALL.get(ValueLayout.JAVA_DOUBLE, row + (long) t * Double.BYTES);
    }
  }

  private static DoubleVector load(long at) {
    return DoubleVector.fromMemorySegment(Lanes.DOUBLE, RawMemory.ALL, at, Lanes.ORDER);
  }

  /** Starts the running sums, at zero or at what C holds. */
  private static void load(
      Matrix out, int t, int columns, int count, double[] sums, int pitch, boolean accumulate) {
    if (!accumulate) {
      Arrays.fill(sums, 0, count * pitch, 0);
      return;
    }
    for (int f = 0; f < count; f++) {
      for (int j = 0; j < columns; j++) {
        sums[f * pitch + j] =
            RawMemory.ALL.get(ValueLayout.JAVA_DOUBLE, out.index(f, t + j) * Double.BYTES);
      }
    }
  }

  private static void store(Matrix out, int t, int columns, int count, double[] sums, int pitch) {
    for (int f = 0; f < count; f++) {
      if (!out.transposed()) {
        long at = out.index(f, t) * Double.BYTES;
        MemorySegment.copy(sums, f * pitch, RawMemory.ALL, ValueLayout.JAVA_DOUBLE, at, columns);
        continue;
      }
      for (int j = 0; j < columns; j++) {
        long at = out.index(f, t + j) * Double.BYTES;
        RawMemory.ALL.set(ValueLayout.JAVA_DOUBLE, at, sums[f * pitch + j]);
      }
    }
  }
}
