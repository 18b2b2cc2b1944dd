package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.Vector;

/**
 * The template behind {@link TileLoop}: the micro-kernel keeps one tile of C in registers.
 *
 * <p>The shape is chosen for C2, not for the processor alone. C2 may load all broadcasts of a step
 * before the first multiplication; with 8 sums, 4 broadcasts and 2 vectors of B that still fits in
 * 16 registers. With 10 or 12 sums one of them is spilled inside the loop, and the round trip
 * through the stack becomes the loop's critical path (a third of the speed).
 */
final class TileLoopTemplate implements TileLoop<Object> {
  @SuppressWarnings("unchecked") // each copy sees one type only
  private static final GemmElement<Object, Object> ELEMENT =
      Specialized.operation(MethodHandles.lookup(), GemmElement.class);

  private static final int BYTES = ELEMENT.bytes();
  private static final int V = ELEMENT.lanes();
  private static final int COLUMNS = 2 * V;

  @Override
  public void compute(
      Object packed, int columnsAt, BlockedGemm.Block block, BlockedGemm.Area area, GemmMatrix c) {
    Object tile = ELEMENT.newPanel(ROWS * COLUMNS);
    int depth = block.depth();
    for (int i = area.firstRow(); i < area.lastRow(); i += ROWS) {
      int rows = Math.min(ROWS, area.lastRow() - i);
      for (int j = area.firstColumn(); j < area.lastColumn(); j += COLUMNS) {
        int columns = Math.min(COLUMNS, area.lastColumn() - j);
        multiply(depth, packed, i * depth, rows, columnsAt + j * depth, tile);
        long at = c.index(block.row() + i, block.column() + j) * BYTES;
        if (columns == COLUMNS) {
          store(tile, rows, at, c.stride() * BYTES, block.accumulate());
        } else {
          storePart(tile, rows, columns, at, c.stride() * BYTES, block.accumulate());
        }
      }
    }
  }

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
  private static void multiply(int depth, Object panel, int aAt, int rows, int bAt, Object tile) {
    int a0 = aAt;
    int a1 = rows > 1 ? a0 + depth : a0;
    int a2 = rows > 2 ? a1 + depth : a1;
    int a3 = rows > 3 ? a2 + depth : a2;
    Vector<Object> c00 = ELEMENT.zero();
    Vector<Object> c01 = ELEMENT.zero();
    Vector<Object> c10 = ELEMENT.zero();
    Vector<Object> c11 = ELEMENT.zero();
    Vector<Object> c20 = ELEMENT.zero();
    Vector<Object> c21 = ELEMENT.zero();
    Vector<Object> c30 = ELEMENT.zero();
    Vector<Object> c31 = ELEMENT.zero();
    for (int p = 0; p < depth; p++) {
      Vector<Object> b0 = ELEMENT.load(panel, bAt + p * COLUMNS);
      Vector<Object> b1 = ELEMENT.load(panel, bAt + p * COLUMNS + V);
      Vector<Object> a = ELEMENT.broadcast(panel, a0 + p);
      c00 = ELEMENT.multiplyAdd(a, b0, c00);
      c01 = ELEMENT.multiplyAdd(a, b1, c01);
      a = ELEMENT.broadcast(panel, a1 + p);
      c10 = ELEMENT.multiplyAdd(a, b0, c10);
      c11 = ELEMENT.multiplyAdd(a, b1, c11);
      a = ELEMENT.broadcast(panel, a2 + p);
      c20 = ELEMENT.multiplyAdd(a, b0, c20);
      c21 = ELEMENT.multiplyAdd(a, b1, c21);
      a = ELEMENT.broadcast(panel, a3 + p);
      c30 = ELEMENT.multiplyAdd(a, b0, c30);
      c31 = ELEMENT.multiplyAdd(a, b1, c31);
    }
    ELEMENT.store(c00, tile, 0);
    ELEMENT.store(c01, tile, V);
    ELEMENT.store(c10, tile, 2 * V);
    ELEMENT.store(c11, tile, 3 * V);
    ELEMENT.store(c20, tile, 4 * V);
    ELEMENT.store(c21, tile, 5 * V);
    ELEMENT.store(c30, tile, 6 * V);
    ELEMENT.store(c31, tile, 7 * V);
  }

  /** Stores or adds the first {@code rows} rows of a tile, all columns of it inside C. */
  private static void store(Object tile, int rows, long at, long stride, boolean accumulate) {
    for (int i = 0; i < rows; i++) {
      long left = at + i * stride;
      long right = left + Lanes.BYTES;
      Vector<Object> v0 = ELEMENT.load(tile, i * COLUMNS);
      Vector<Object> v1 = ELEMENT.load(tile, i * COLUMNS + V);
      if (accumulate) {
        v0 = v0.add(ELEMENT.load(left));
        v1 = v1.add(ELEMENT.load(right));
      }
      v0.intoMemorySegment(RawMemory.ALL, left, Lanes.ORDER);
      v1.intoMemorySegment(RawMemory.ALL, right, Lanes.ORDER);
    }
  }

  /** Stores or adds the part of a tile that lies inside C. */
  private static void storePart(
      Object tile, int rows, int columns, long at, long stride, boolean accumulate) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        ELEMENT.add(tile, i * COLUMNS + j, at + i * stride + (long) j * BYTES, accumulate);
      }
    }
  }
}
