package dev.weir.kernels.vector;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;

/**
 * Products of a few packed vectors with a stored matrix, as sums of its scaled rows.
 *
 * <p>Serves vector times matrix, and transposed matrix times vector: the large operand is read once
 * and along its rows, without packing. Four rows are added at a time to a running sum of {@link
 * #CHUNK} columns, which stays in the first-level cache together with them.
 */
final class SgemmRows {
  /** Columns of a running sum: 4 KB, with four rows of the matrix 20 KB. */
  static final int CHUNK = 1024;

  private static final int V = Lanes.FLOATS;
  private static final int ROWS = 4;

  private SgemmRows() {}

  /**
   * Computes {@code out[f, t] (+)= sum over p of few[f, p] * wide[inner + p, t]}.
   *
   * @param wide a matrix that is not transposed
   * @param few {@code count} vectors of {@code depth} elements, one after the other
   */
  static void compute(
      float[] few,
      int count,
      Matrix wide,
      int inner,
      int depth,
      int firstColumn,
      int lastColumn,
      Matrix out,
      boolean accumulate) {
    int pitch = Math.min(CHUNK, lastColumn - firstColumn);
    float[] sums = SgemmSkinny.POOL.take(count * pitch);
    for (int t = firstColumn; t < lastColumn; t += CHUNK) {
      int columns = Math.min(CHUNK, lastColumn - t);
      load(out, t, columns, count, sums, pitch, accumulate);
      for (int p = 0; p < depth; p += ROWS) {
        long at = wide.index(inner + p, t) * Float.BYTES;
        int rows = Math.min(ROWS, depth - p);
        for (int f = 0; f < count; f++) {
          add(wide, at, columns, few, f * depth + p, rows, sums, f * pitch);
        }
      }
      store(out, t, columns, count, sums, pitch);
    }
    SgemmSkinny.POOL.give(sums);
  }

  private static void add(
      Matrix wide, long at, int columns, float[] few, int factors, int rows, float[] sums, int to) {
    if (rows == ROWS) {
      addFour(at, wide.stride() * Float.BYTES, columns, few, factors, sums, to);
    } else {
      for (int r = 0; r < rows; r++) {
        addOne(at + r * wide.stride() * Float.BYTES, columns, few[factors + r], sums, to);
      }
    }
  }

  private static void addFour(
      long row0, long stride, int columns, float[] few, int factors, float[] sums, int to) {
    float f0 = few[factors];
    float f1 = few[factors + 1];
    float f2 = few[factors + 2];
    float f3 = few[factors + 3];
    FloatVector x0 = FloatVector.broadcast(Lanes.FLOAT, f0);
    FloatVector x1 = FloatVector.broadcast(Lanes.FLOAT, f1);
    FloatVector x2 = FloatVector.broadcast(Lanes.FLOAT, f2);
    FloatVector x3 = FloatVector.broadcast(Lanes.FLOAT, f3);
    long row1 = row0 + stride;
    long row2 = row1 + stride;
    long row3 = row2 + stride;
    int t = 0;
    for (; t <= columns - V; t += V) {
      long step = (long) t * Float.BYTES;
      FloatVector sum = FloatVector.fromArray(Lanes.FLOAT, sums, to + t);
      sum = Fma.multiplyAdd(x0, load(row0 + step), sum);
      sum = Fma.multiplyAdd(x1, load(row1 + step), sum);
      sum = Fma.multiplyAdd(x2, load(row2 + step), sum);
      sum = Fma.multiplyAdd(x3, load(row3 + step), sum);
      sum.intoArray(sums, to + t);
    }
    for (; t < columns; t++) {
      long step = (long) t * Float.BYTES;
      sums[to + t] +=
          f0 * RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, row0 + step)
              + f1 * RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, row1 + step)
              + f2 * RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, row2 + step)
              + f3 * RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, row3 + step);
    }
  }

  private static void addOne(long row, int columns, float factor, float[] sums, int to) {
    FloatVector x = FloatVector.broadcast(Lanes.FLOAT, factor);
    int t = 0;
    for (; t <= columns - V; t += V) {
      FloatVector sum = FloatVector.fromArray(Lanes.FLOAT, sums, to + t);
      Fma.multiplyAdd(x, load(row + (long) t * Float.BYTES), sum).intoArray(sums, to + t);
    }
    for (; t < columns; t++) {
      sums[to + t] +=
          factor * RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, row + (long) t * Float.BYTES);
    }
  }

  private static FloatVector load(long at) {
    return FloatVector.fromMemorySegment(Lanes.FLOAT, RawMemory.ALL, at, Lanes.ORDER);
  }

  /** Starts the running sums, at zero or at what C holds. */
  private static void load(
      Matrix out, int t, int columns, int count, float[] sums, int pitch, boolean accumulate) {
    if (!accumulate) {
      Arrays.fill(sums, 0, count * pitch, 0);
      return;
    }
    for (int f = 0; f < count; f++) {
      for (int j = 0; j < columns; j++) {
        sums[f * pitch + j] =
            RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, out.index(f, t + j) * Float.BYTES);
      }
    }
  }

  private static void store(Matrix out, int t, int columns, int count, float[] sums, int pitch) {
    for (int f = 0; f < count; f++) {
      if (!out.transposed()) {
        long at = out.index(f, t) * Float.BYTES;
        MemorySegment.copy(sums, f * pitch, RawMemory.ALL, ValueLayout.JAVA_FLOAT, at, columns);
        continue;
      }
      for (int j = 0; j < columns; j++) {
        long at = out.index(f, t + j) * Float.BYTES;
        RawMemory.ALL.set(ValueLayout.JAVA_FLOAT, at, sums[f * pitch + j]);
      }
    }
  }
}
