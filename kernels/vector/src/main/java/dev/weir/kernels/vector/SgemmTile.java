package dev.weir.kernels.vector;

import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.FloatVector;

/**
 * The micro-kernel of {@link Sgemm}: one tile of C, four rows by two vectors, kept in registers.
 *
 * <p>The shape is chosen for C2, not for the processor alone. C2 may load all broadcasts of a step
 * before the first multiplication; with 8 sums, 4 broadcasts and 2 vectors of B that still fits in
 * 16 registers. With 10 or 12 sums one of them is spilled inside the loop, and the round trip
 * through the stack becomes the loop's critical path (a third of the speed).
 */
final class SgemmTile {
  static final int ROWS = BlockedGemm.TILE_ROWS;
  static final int COLUMNS = 2 * Lanes.FLOATS;

  private static final int V = Lanes.FLOATS;

  private SgemmTile() {}

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
  static void compute(int depth, float[] panel, int aAt, int rows, int bAt, float[] tile) {
    int a0 = aAt;
    int a1 = rows > 1 ? a0 + depth : a0;
    int a2 = rows > 2 ? a1 + depth : a1;
    int a3 = rows > 3 ? a2 + depth : a2;
    FloatVector c00 = FloatVector.zero(Lanes.FLOAT);
    FloatVector c01 = FloatVector.zero(Lanes.FLOAT);
    FloatVector c10 = FloatVector.zero(Lanes.FLOAT);
    FloatVector c11 = FloatVector.zero(Lanes.FLOAT);
    FloatVector c20 = FloatVector.zero(Lanes.FLOAT);
    FloatVector c21 = FloatVector.zero(Lanes.FLOAT);
    FloatVector c30 = FloatVector.zero(Lanes.FLOAT);
    FloatVector c31 = FloatVector.zero(Lanes.FLOAT);
    for (int p = 0; p < depth; p++) {
      FloatVector b0 = FloatVector.fromArray(Lanes.FLOAT, panel, bAt + p * COLUMNS);
      FloatVector b1 = FloatVector.fromArray(Lanes.FLOAT, panel, bAt + p * COLUMNS + V);
      FloatVector a = FloatVector.broadcast(Lanes.FLOAT, panel[a0 + p]);
      c00 = Fma.multiplyAdd(a, b0, c00);
      c01 = Fma.multiplyAdd(a, b1, c01);
      a = FloatVector.broadcast(Lanes.FLOAT, panel[a1 + p]);
      c10 = Fma.multiplyAdd(a, b0, c10);
      c11 = Fma.multiplyAdd(a, b1, c11);
      a = FloatVector.broadcast(Lanes.FLOAT, panel[a2 + p]);
      c20 = Fma.multiplyAdd(a, b0, c20);
      c21 = Fma.multiplyAdd(a, b1, c21);
      a = FloatVector.broadcast(Lanes.FLOAT, panel[a3 + p]);
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
  static void store(float[] tile, int rows, long at, long stride, boolean accumulate) {
    for (int i = 0; i < rows; i++) {
      long left = (at + i * stride) * Float.BYTES;
      long right = left + Lanes.BYTES;
      FloatVector v0 = FloatVector.fromArray(Lanes.FLOAT, tile, i * COLUMNS);
      FloatVector v1 = FloatVector.fromArray(Lanes.FLOAT, tile, i * COLUMNS + V);
      if (accumulate) {
        v0 = v0.add(FloatVector.fromMemorySegment(Lanes.FLOAT, RawMemory.ALL, left, Lanes.ORDER));
        v1 = v1.add(FloatVector.fromMemorySegment(Lanes.FLOAT, RawMemory.ALL, right, Lanes.ORDER));
      }
      v0.intoMemorySegment(RawMemory.ALL, left, Lanes.ORDER);
      v1.intoMemorySegment(RawMemory.ALL, right, Lanes.ORDER);
    }
  }

  /** Stores or adds the part of a tile that lies inside C. */
  static void storePart(
      float[] tile, int rows, int columns, long at, long stride, boolean accumulate) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        long index = (at + i * stride + j) * Float.BYTES;
        float before = accumulate ? RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, index) : 0;
        RawMemory.ALL.set(ValueLayout.JAVA_FLOAT, index, before + tile[i * COLUMNS + j]);
      }
    }
  }
}
