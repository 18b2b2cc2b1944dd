package dev.weir.kernels.vector;

import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.DoubleVector;

/**
 * Products of many stored rows with a few packed vectors, as inner products.
 *
 * <p>Serves matrix times vector, and vector times transposed matrix: the large operand is read once
 * and in order, without packing. Four rows meet two vectors at a time, or every other element of a
 * single one: 8 sums in registers.
 */
final class DgemmDots {
  private static final int V = Lanes.DOUBLES;
  private static final int ROWS = 4;
  private static final int VECTORS = 2;

  private DgemmDots() {}

  /**
   * Computes {@code out[t, f] (+)= sum over p of tall[t, inner + p] * few[f, p]}.
   *
   * @param tall a matrix that is not transposed
   * @param few {@code count} vectors of {@code depth} elements, one after the other
   */
  static void compute(
      Matrix tall,
      int firstRow,
      int lastRow,
      int inner,
      int depth,
      double[] few,
      int count,
      Matrix out,
      boolean accumulate) {
    double[] lanes = new double[ROWS * VECTORS * V];
    long step = tall.stride() * Double.BYTES;
    int whole = depth - depth % V;
    for (int t = firstRow; t < lastRow; t += ROWS) {
      int rows = Math.min(ROWS, lastRow - t);
      long at = tall.index(t, inner) * Double.BYTES;
      for (int f = 0; f < count; f += VECTORS) {
        int vectors = Math.min(VECTORS, count - f);
        if (vectors == 1) {
          multiplyOne(at, step, rows, whole, few, f * depth, lanes);
        } else {
          multiply(at, step, rows, whole, few, f * depth, depth, lanes);
        }
        for (int i = 0; i < rows; i++) {
          for (int j = 0; j < vectors; j++) {
            double sum = sum(lanes, (i * VECTORS + j) * V);
            sum += tail(at + i * step, few, (f + j) * depth, whole, depth);
            store(out, t + i, f + j, sum, accumulate);
          }
        }
      }
    }
  }

  /** With two vectors; missing rows are replaced by the last one. */
  private static void multiply(
      long at,
      long stride,
      int rows,
      int length,
      double[] few,
      int first,
      int depth,
      double[] lanes) {
    long row0 = at;
    long row1 = rows > 1 ? row0 + stride : row0;
    long row2 = rows > 2 ? row1 + stride : row1;
    long row3 = rows > 3 ? row2 + stride : row2;
    int second = first + depth;
    DoubleVector s00 = DoubleVector.zero(Lanes.DOUBLE);
    DoubleVector s01 = DoubleVector.zero(Lanes.DOUBLE);
    DoubleVector s10 = DoubleVector.zero(Lanes.DOUBLE);
    DoubleVector s11 = DoubleVector.zero(Lanes.DOUBLE);
    DoubleVector s20 = DoubleVector.zero(Lanes.DOUBLE);
    DoubleVector s21 = DoubleVector.zero(Lanes.DOUBLE);
    DoubleVector s30 = DoubleVector.zero(Lanes.DOUBLE);
    DoubleVector s31 = DoubleVector.zero(Lanes.DOUBLE);
    for (int p = 0; p < length; p += V) {
      long step = (long) p * Double.BYTES;
      DoubleVector f0 = DoubleVector.fromArray(Lanes.DOUBLE, few, first + p);
      DoubleVector f1 = DoubleVector.fromArray(Lanes.DOUBLE, few, second + p);
      DoubleVector t = load(row0 + step);
      s00 = Fma.multiplyAdd(t, f0, s00);
      s01 = Fma.multiplyAdd(t, f1, s01);
      t = load(row1 + step);
      s10 = Fma.multiplyAdd(t, f0, s10);
      s11 = Fma.multiplyAdd(t, f1, s11);
      t = load(row2 + step);
      s20 = Fma.multiplyAdd(t, f0, s20);
      s21 = Fma.multiplyAdd(t, f1, s21);
      t = load(row3 + step);
      s30 = Fma.multiplyAdd(t, f0, s30);
      s31 = Fma.multiplyAdd(t, f1, s31);
    }
    s00.intoArray(lanes, 0);
    s01.intoArray(lanes, V);
    s10.intoArray(lanes, 2 * V);
    s11.intoArray(lanes, 3 * V);
    s20.intoArray(lanes, 4 * V);
    s21.intoArray(lanes, 5 * V);
    s30.intoArray(lanes, 6 * V);
    s31.intoArray(lanes, 7 * V);
  }

  /**
   * The same for one vector; its sums are where those with the first of two would be. Neighboring
   * elements have sums of their own, which hides how long an addition takes.
   */
  private static void multiplyOne(
      long at, long stride, int rows, int length, double[] few, int first, double[] lanes) {
    long row0 = at;
    long row1 = rows > 1 ? row0 + stride : row0;
    long row2 = rows > 2 ? row1 + stride : row1;
    long row3 = rows > 3 ? row2 + stride : row2;
    DoubleVector s00 = DoubleVector.zero(Lanes.DOUBLE);
    DoubleVector s01 = s00;
    DoubleVector s10 = s00;
    DoubleVector s11 = s00;
    DoubleVector s20 = s00;
    DoubleVector s21 = s00;
    DoubleVector s30 = s00;
    DoubleVector s31 = s00;
    int p = 0;
    for (; p <= length - 2 * V; p += 2 * V) {
      long step = (long) p * Double.BYTES;
      DoubleVector f = DoubleVector.fromArray(Lanes.DOUBLE, few, first + p);
      s00 = Fma.multiplyAdd(load(row0 + step), f, s00);
      s10 = Fma.multiplyAdd(load(row1 + step), f, s10);
      s20 = Fma.multiplyAdd(load(row2 + step), f, s20);
      s30 = Fma.multiplyAdd(load(row3 + step), f, s30);
      step += (long) V * Double.BYTES;
      f = DoubleVector.fromArray(Lanes.DOUBLE, few, first + p + V);
      s01 = Fma.multiplyAdd(load(row0 + step), f, s01);
      s11 = Fma.multiplyAdd(load(row1 + step), f, s11);
      s21 = Fma.multiplyAdd(load(row2 + step), f, s21);
      s31 = Fma.multiplyAdd(load(row3 + step), f, s31);
    }
    s00.add(s01).intoArray(lanes, 0);
    s10.add(s11).intoArray(lanes, 2 * V);
    s20.add(s21).intoArray(lanes, 4 * V);
    s30.add(s31).intoArray(lanes, 6 * V);
    if (p < length) { // from the array again: a vector that comes two ways would be an object
      long step = (long) p * Double.BYTES;
      addLast(row0 + step, few, first + p, lanes, 0);
      addLast(row1 + step, few, first + p, lanes, 2 * V);
      addLast(row2 + step, few, first + p, lanes, 4 * V);
      addLast(row3 + step, few, first + p, lanes, 6 * V);
    }
  }

  private static void addLast(long at, double[] few, int first, double[] lanes, int to) {
    DoubleVector f = DoubleVector.fromArray(Lanes.DOUBLE, few, first);
    DoubleVector sum = DoubleVector.fromArray(Lanes.DOUBLE, lanes, to);
    Fma.multiplyAdd(load(at), f, sum).intoArray(lanes, to);
  }

  private static DoubleVector load(long at) {
    return DoubleVector.fromMemorySegment(Lanes.DOUBLE, RawMemory.ALL, at, Lanes.ORDER);
  }

  /** The sum of a vector's lanes; {@code reduceLanes} may take them in any order. */
  private static double sum(double[] lanes, int at) {
    double sum = 0;
    for (int lane = 0; lane < V; lane++) {
      sum += lanes[at + lane];
    }
    return sum;
  }

  private static double tail(long row, double[] few, int at, int from, int depth) {
    double sum = 0;
    for (int p = from; p < depth; p++) {
      sum +=
          RawMemory.ALL.get(ValueLayout.JAVA_DOUBLE, row + (long) p * Double.BYTES) * few[at + p];
    }
    return sum;
  }

  private static void store(Matrix out, int row, int column, double sum, boolean accumulate) {
    long at = out.index(row, column) * Double.BYTES;
    double before = accumulate ? RawMemory.ALL.get(ValueLayout.JAVA_DOUBLE, at) : 0;
    RawMemory.ALL.set(ValueLayout.JAVA_DOUBLE, at, before + sum);
  }
}
