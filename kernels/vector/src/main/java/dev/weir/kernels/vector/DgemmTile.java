package dev.weir.kernels.vector;

import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.DoubleVector;

/**
 * The micro-kernel of {@link Dgemm}: one tile of C, four rows by two vectors, kept in registers.
 *
 * <p>The shape is chosen for C2, not for the processor alone. C2 may load all broadcasts of a step
 * before the first multiplication; with 8 sums, 4 broadcasts and 2 vectors of B that still fits in
 * 16 registers. With 10 or 12 sums one of them is spilled inside the loop, and the round trip
 * through the stack becomes the loop's critical path (a third of the speed).
 */
final class DgemmTile {
  static final int ROWS = BlockedGemm.TILE_ROWS;
  static final int COLUMNS = 2 * Lanes.DOUBLES;

  private static final int V = Lanes.DOUBLES;

  private DgemmTile() {}

  /**
   * Computes a tile into an array, and nothing else: with a second way out of the loop (adding to
   * C, clipping at its edge) C2 would box the sums.
   *
   * @param depth steps of the inner dimension
   * @param panel holds both packed operands
   * @param aAt first of {@code rows} rows, each of {@code depth} elements
   * @param rows of A there are; the last stands in for those missing
   * @param bAt panel of {@code depth} rows, each of {@link #COLUMNS} elements
   * @param tile receives {@link #ROWS} rows of {@link #COLUMNS} sums
   */
  static void compute(int depth, double[] panel, int aAt, int rows, int bAt, double[] tile) {
    int a0 = aAt;
    int a1 = rows > 1 ? a0 + depth : a0;
    int a2 = rows > 2 ? a1 + depth : a1;
    int a3 = rows > 3 ? a2 + depth : a2;
    DoubleVector c00 = DoubleVector.zero(Lanes.DOUBLE);
    DoubleVector c01 = DoubleVector.zero(Lanes.DOUBLE);
    DoubleVector c10 = DoubleVector.zero(Lanes.DOUBLE);
    DoubleVector c11 = DoubleVector.zero(Lanes.DOUBLE);
    DoubleVector c20 = DoubleVector.zero(Lanes.DOUBLE);
    DoubleVector c21 = DoubleVector.zero(Lanes.DOUBLE);
    DoubleVector c30 = DoubleVector.zero(Lanes.DOUBLE);
    DoubleVector c31 = DoubleVector.zero(Lanes.DOUBLE);
    for (int p = 0; p < depth; p++) {
      DoubleVector b0 = DoubleVector.fromArray(Lanes.DOUBLE, panel, bAt + p * COLUMNS);
      DoubleVector b1 = DoubleVector.fromArray(Lanes.DOUBLE, panel, bAt + p * COLUMNS + V);
      DoubleVector a = DoubleVector.broadcast(Lanes.DOUBLE, panel[a0 + p]);
      c00 = Fma.multiplyAdd(a, b0, c00);
      c01 = Fma.multiplyAdd(a, b1, c01);
      a = DoubleVector.broadcast(Lanes.DOUBLE, panel[a1 + p]);
      c10 = Fma.multiplyAdd(a, b0, c10);
      c11 = Fma.multiplyAdd(a, b1, c11);
      a = DoubleVector.broadcast(Lanes.DOUBLE, panel[a2 + p]);
      c20 = Fma.multiplyAdd(a, b0, c20);
      c21 = Fma.multiplyAdd(a, b1, c21);
      a = DoubleVector.broadcast(Lanes.DOUBLE, panel[a3 + p]);
      c30 = Fma.multiplyAdd(a, b0, c30);
      c31 = Fma.multiplyAdd(a, b1, c31);
    }
    c00.intoArray(tile, 0);
    c01.intoArray(tile, V);
    c10.intoArray(tile, 2 * V);
    c11.intoArray(tile, 3 * V);
    c20.intoArray(tile, 4 * V);
    c21.intoArray(tile, 5 * V);
    c30.intoArray(tile, 6 * V);
    c31.intoArray(tile, 7 * V);
  }

  /** Stores or adds the first {@code rows} rows of a tile, all columns of it inside C. */
  static void store(double[] tile, int rows, long at, long stride, boolean accumulate) {
    for (int i = 0; i < rows; i++) {
      long left = (at + i * stride) * Double.BYTES;
      long right = left + Lanes.BYTES;
      DoubleVector v0 = DoubleVector.fromArray(Lanes.DOUBLE, tile, i * COLUMNS);
      DoubleVector v1 = DoubleVector.fromArray(Lanes.DOUBLE, tile, i * COLUMNS + V);
      if (accumulate) {
        v0 = v0.add(DoubleVector.fromMemorySegment(Lanes.DOUBLE, RawMemory.ALL, left, Lanes.ORDER));
        v1 =
            v1.add(DoubleVector.fromMemorySegment(Lanes.DOUBLE, RawMemory.ALL, right, Lanes.ORDER));
      }
      v0.intoMemorySegment(RawMemory.ALL, left, Lanes.ORDER);
      v1.intoMemorySegment(RawMemory.ALL, right, Lanes.ORDER);
    }
  }

  /** Stores or adds the part of a tile that lies inside C. */
  static void storePart(
      double[] tile, int rows, int columns, long at, long stride, boolean accumulate) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        long index = (at + i * stride + j) * Double.BYTES;
        double before = accumulate ? RawMemory.ALL.get(ValueLayout.JAVA_DOUBLE, index) : 0;
        RawMemory.ALL.set(ValueLayout.JAVA_DOUBLE, index, before + tile[i * COLUMNS + j]);
      }
    }
  }
}
