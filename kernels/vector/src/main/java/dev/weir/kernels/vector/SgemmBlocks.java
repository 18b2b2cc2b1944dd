package dev.weir.kernels.vector;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.FloatVector;

/** Packing and tiling of float matrices for {@link Sgemm}. */
final class SgemmBlocks extends BlockedGemm<float[]> {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;
  private static final int V = Lanes.FLOATS;
  private static final int PANEL = SgemmTile.COLUMNS;

  SgemmBlocks() {
    super(new PanelPool<>(float[]::new, panel -> panel.length), PANEL, Float.BYTES);
  }

  @Override
  void packRows(Matrix a, Block block, int firstRow, int lastRow, float[] packed, int at) {
    int depth = block.depth();
    if (a.transposed()) {
      long from = a.index(block.row() + firstRow, block.inner()) * Float.BYTES;
      long step = a.stride() * Float.BYTES;
      int to = at + firstRow * depth;
      FloatTranspose.copy(from, step, depth, lastRow - firstRow, packed, to, depth);
    } else if (a.stride() == depth) {
      long from = a.index(block.row() + firstRow, block.inner()) * Float.BYTES;
      int count = (lastRow - firstRow) * depth;
      MemorySegment.copy(RawMemory.ALL, FLOAT, from, packed, at + firstRow * depth, count);
    } else {
      for (int i = firstRow; i < lastRow; i++) {
        long from = a.index(block.row() + i, block.inner()) * Float.BYTES;
        MemorySegment.copy(RawMemory.ALL, FLOAT, from, packed, at + i * depth, depth);
      }
    }
  }

  @Override
  void packColumns(Matrix b, Block block, int firstColumn, int lastColumn, float[] packed, int at) {
    for (int j = firstColumn; j < lastColumn; j += PANEL) {
      int columns = Math.min(PANEL, lastColumn - j);
      int to = at + j * block.depth();
      if (b.transposed()) {
        long from = b.index(block.inner(), block.column() + j) * Float.BYTES;
        long step = b.stride() * Float.BYTES;
        FloatTranspose.copy(from, step, columns, block.depth(), packed, to, PANEL);
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
  private static void copyPanel(Matrix b, Block block, int j, int columns, float[] packed, int to) {
    long end = b.data().address() + b.data().byteSize();
    long from = b.index(block.inner(), block.column() + j) * Float.BYTES;
    long step = b.stride() * Float.BYTES;
    int depth = block.depth();
    int safe = depth;
    while (safe > 0 && from + (safe - 1) * step + 2L * Lanes.BYTES > end) {
      safe--;
    }
    for (int p = 0; p < safe; p++) {
      long left = from + p * step;
      long right = left + Lanes.BYTES;
      FloatVector.fromMemorySegment(Lanes.FLOAT, RawMemory.ALL, left, Lanes.ORDER)
          .intoArray(packed, to + p * PANEL);
      FloatVector.fromMemorySegment(Lanes.FLOAT, RawMemory.ALL, right, Lanes.ORDER)
          .intoArray(packed, to + p * PANEL + V);
    }
    for (int p = safe; p < depth; p++) {
      MemorySegment.copy(RawMemory.ALL, FLOAT, from + p * step, packed, to + p * PANEL, columns);
    }
  }

  @Override
  void computeTiles(float[] packed, Block block, int columnsAt, Area area, Matrix c) {
    float[] tile = new float[TILE_ROWS * PANEL];
    int depth = block.depth();
    for (int i = area.firstRow(); i < area.lastRow(); i += TILE_ROWS) {
      int rows = Math.min(TILE_ROWS, area.lastRow() - i);
      for (int j = area.firstColumn(); j < area.lastColumn(); j += PANEL) {
        int columns = Math.min(PANEL, area.lastColumn() - j);
        SgemmTile.compute(depth, packed, i * depth, rows, columnsAt + j * depth, tile);
        long at = c.index(block.row() + i, block.column() + j);
        if (columns == PANEL) {
          SgemmTile.store(tile, rows, at, c.stride(), block.accumulate());
        } else {
          SgemmTile.storePart(tile, rows, columns, at, c.stride(), block.accumulate());
        }
      }
    }
  }
}
