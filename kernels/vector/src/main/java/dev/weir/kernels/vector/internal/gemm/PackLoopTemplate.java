package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;

/** The template behind {@link PackLoop}. */
final class PackLoopTemplate implements PackLoop<Object> {
  @SuppressWarnings("unchecked") // each copy sees one type only
  private static final GemmElement<Object, Object> ELEMENT =
      Specialized.operation(MethodHandles.lookup(), GemmElement.class);

  private static final int BYTES = ELEMENT.bytes();
  private static final int V = ELEMENT.lanes();
  private static final int COLUMNS = 2 * V;

  /** Rows that a transposition reads side by side. */
  private static final int ROWS = 8;

  @Override
  public void packRows(
      GemmMatrix a, BlockedGemm.Block block, int firstRow, int lastRow, Object packed, int at) {
    int depth = block.depth();
    long from = a.index(block.row() + firstRow, block.inner()) * BYTES;
    long step = a.stride() * BYTES;
    int to = at + firstRow * depth;
    if (a.transposed()) {
      transpose(from, step, depth, lastRow - firstRow, packed, to, depth);
    } else if (a.stride() == depth) {
      ELEMENT.copy(from, packed, to, (lastRow - firstRow) * depth);
    } else {
      for (int i = 0; i < lastRow - firstRow; i++) {
        ELEMENT.copy(from + i * step, packed, to + i * depth, depth);
      }
    }
  }

  @Override
  public void packColumns(
      GemmMatrix b,
      BlockedGemm.Block block,
      int firstColumn,
      int lastColumn,
      Object packed,
      int at) {
    for (int j = firstColumn; j < lastColumn; j += COLUMNS) {
      int columns = Math.min(COLUMNS, lastColumn - j);
      int to = at + j * block.depth();
      if (b.transposed()) {
        long from = b.index(block.inner(), block.column() + j) * BYTES;
        transpose(from, b.stride() * BYTES, columns, block.depth(), packed, to, COLUMNS);
      } else {
        copyPanel(b, block, j, columns, packed, to);
      }
    }
  }

  /**
   * Copies a panel by whole vectors. In a narrow panel, the last one, this includes elements beyond
   * its rows: those columns are dropped later. Only where that would leave the segment are elements
   * copied one by one.
   */
  private static void copyPanel(
      GemmMatrix b, BlockedGemm.Block block, int j, int columns, Object packed, int to) {
    long end = b.data().address() + b.data().byteSize();
    long from = b.index(block.inner(), block.column() + j) * BYTES;
    long step = b.stride() * BYTES;
    int depth = block.depth();
    int safe = depth;
    while (safe > 0 && from + (safe - 1) * step + 2L * Lanes.BYTES > end) {
      safe--;
    }
    for (int p = 0; p < safe; p++) {
      long left = from + p * step;
      ELEMENT.store(ELEMENT.load(left), packed, to + p * COLUMNS);
      ELEMENT.store(ELEMENT.load(left + Lanes.BYTES), packed, to + p * COLUMNS + V);
    }
    for (int p = safe; p < depth; p++) {
      ELEMENT.copy(from + p * step, packed, to + p * COLUMNS, columns);
    }
  }

  @Override
  public void packVectors(GemmMatrix few, int count, int inner, int depth, Object packed) {
    for (int f = 0; f < count; f++) {
      if (few.transposed()) {
        for (int p = 0; p < depth; p++) {
          ELEMENT.move(few.index(f, inner + p) * BYTES, packed, f * depth + p);
        }
      } else {
        ELEMENT.copy(few.index(f, inner) * BYTES, packed, f * depth, depth);
      }
    }
  }

  /**
   * Sets {@code to[toAt + c * toStride + r] = from[r, c]}.
   *
   * <p>Eight rows are read side by side and written eight elements in a row, so that neither side
   * touches a cache line more often than it must.
   *
   * @param at address of the first element
   * @param stride bytes from one row to the next
   */
  private static void transpose(
      long at, long stride, int rows, int columns, Object to, int toAt, int toStride) {
    int r = 0;
    for (; r <= rows - ROWS; r += ROWS) {
      transposeEight(at + r * stride, stride, columns, to, toAt + r, toStride);
    }
    for (; r < rows; r++) {
      long row = at + r * stride;
      for (int c = 0; c < columns; c++) {
        ELEMENT.move(row + (long) c * BYTES, to, toAt + c * toStride + r);
      }
    }
  }

  private static void transposeEight(
      long row0, long stride, int columns, Object to, int toAt, int toStride) {
    long row1 = row0 + stride;
    long row2 = row1 + stride;
    long row3 = row2 + stride;
    long row4 = row3 + stride;
    long row5 = row4 + stride;
    long row6 = row5 + stride;
    long row7 = row6 + stride;
    for (int c = 0; c < columns; c++) {
      int next = toAt + c * toStride;
      long step = (long) c * BYTES;
      ELEMENT.move(row0 + step, to, next);
      ELEMENT.move(row1 + step, to, next + 1);
      ELEMENT.move(row2 + step, to, next + 2);
      ELEMENT.move(row3 + step, to, next + 3);
      ELEMENT.move(row4 + step, to, next + 4);
      ELEMENT.move(row5 + step, to, next + 5);
      ELEMENT.move(row6 + step, to, next + 6);
      ELEMENT.move(row7 + step, to, next + 7);
    }
  }
}
