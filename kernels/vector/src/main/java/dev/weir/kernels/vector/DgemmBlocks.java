package dev.weir.kernels.vector;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.DoubleVector;

/** Packing and tiling of double matrices for {@link Dgemm}. */
final class DgemmBlocks extends BlockedGemm<double[]> {
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE;
  private static final int V = Lanes.DOUBLES;
  private static final int PANEL = DgemmTile.COLUMNS;

  DgemmBlocks() {
    super(new PanelPool<>(double[]::new, panel -> panel.length), PANEL, Double.BYTES);
  }

  @Override
  void packRows(Matrix a, Block block, int firstRow, int lastRow, double[] packed, int at) {
    int depth = block.depth();
    if (a.transposed()) {
      long from = a.index(block.row() + firstRow, block.inner()) * Double.BYTES;
      long step = a.stride() * Double.BYTES;
      int to = at + firstRow * depth;
      DoubleTranspose.copy(from, step, depth, lastRow - firstRow, packed, to, depth);
    } else if (a.stride() == depth) {
      long from = a.index(block.row() + firstRow, block.inner()) * Double.BYTES;
      int count = (lastRow - firstRow) * depth;
      MemorySegment.copy(RawMemory.ALL, DOUBLE, from, packed, at + firstRow * depth, count);
    } else {
      for (int i = firstRow; i < lastRow; i++) {
        long from = a.index(block.row() + i, block.inner()) * Double.BYTES;
        MemorySegment.copy(RawMemory.ALL, DOUBLE, from, packed, at + i * depth, depth);
      }
    }
  }

  @Override
  void packColumns(
      Matrix b, Block block, int firstColumn, int lastColumn, double[] packed, int at) {
    for (int j = firstColumn; j < lastColumn; j += PANEL) {
      int columns = Math.min(PANEL, lastColumn - j);
      int to = at + j * block.depth();
      if (b.transposed()) {
        long from = b.index(block.inner(), block.column() + j) * Double.BYTES;
        long step = b.stride() * Double.BYTES;
        DoubleTranspose.copy(from, step, columns, block.depth(), packed, to, PANEL);
      } else {
        copyPanel(b, block, j, columns, packed, to);
      }
    }
  }

  /**
   * Copies a panel by whole vectors. A narrow panel, the last one, takes what stands behind its
   * rows along: those columns are dropped later. Only where that would leave the segment are
   * elements copied one by one.
   */
  private static void copyPanel(
      Matrix b, Block block, int j, int columns, double[] packed, int to) {
    long end = b.data().address() + b.data().byteSize();
    long from = b.index(block.inner(), block.column() + j) * Double.BYTES;
    long step = b.stride() * Double.BYTES;
    int depth = block.depth();
    int safe = depth;
    while (safe > 0 && from + (safe - 1) * step + 2L * Lanes.BYTES > end) {
      safe--;
    }
    for (int p = 0; p < safe; p++) {
      long left = from + p * step;
      long right = left + Lanes.BYTES;
      DoubleVector.fromMemorySegment(Lanes.DOUBLE, RawMemory.ALL, left, Lanes.ORDER)
          .intoArray(packed, to + p * PANEL);
      DoubleVector.fromMemorySegment(Lanes.DOUBLE, RawMemory.ALL, right, Lanes.ORDER)
          .intoArray(packed, to + p * PANEL + V);
    }
    for (int p = safe; p < depth; p++) {
      MemorySegment.copy(RawMemory.ALL, DOUBLE, from + p * step, packed, to + p * PANEL, columns);
    }
  }

  @Override
  void computeTiles(double[] packed, Block block, int columnsAt, Area area, Matrix c) {
    double[] tile = new double[TILE_ROWS * PANEL];
    int depth = block.depth();
    for (int i = area.firstRow(); i < area.lastRow(); i += TILE_ROWS) {
      int rows = Math.min(TILE_ROWS, area.lastRow() - i);
      for (int j = area.firstColumn(); j < area.lastColumn(); j += PANEL) {
        int columns = Math.min(PANEL, area.lastColumn() - j);
        DgemmTile.compute(depth, packed, i * depth, rows, columnsAt + j * depth, tile);
        long at = c.index(block.row() + i, block.column() + j);
        if (columns == PANEL) {
          DgemmTile.store(tile, rows, at, c.stride(), block.accumulate());
        } else {
          DgemmTile.storePart(tile, rows, columns, at, c.stride(), block.accumulate());
        }
      }
    }
  }
}
