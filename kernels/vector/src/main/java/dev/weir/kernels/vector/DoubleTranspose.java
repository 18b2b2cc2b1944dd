package dev.weir.kernels.vector;

import java.lang.foreign.ValueLayout;

/** Copies a matrix out of raw memory, transposed. */
final class DoubleTranspose {
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE;
  private static final int ROWS = 8;

  private DoubleTranspose() {}

  /**
   * Sets {@code to[toAt + c * toStride + r] = from[r, c]}.
   *
   * <p>Eight rows are read side by side and written eight elements in a row, so that neither side
   * touches a cache line more often than it must.
   *
   * @param at address of the first element
   * @param stride bytes from one row to the next
   */
  static void copy(
      long at, long stride, int rows, int columns, double[] to, int toAt, int toStride) {
    int r = 0;
    for (; r <= rows - ROWS; r += ROWS) {
      copyEight(at + r * stride, stride, columns, to, toAt + r, toStride);
    }
    for (; r < rows; r++) {
      long row = at + r * stride;
      for (int c = 0; c < columns; c++) {
        to[toAt + c * toStride + r] = RawMemory.ALL.get(DOUBLE, row + (long) c * Double.BYTES);
      }
    }
  }

  private static void copyEight(
      long row0, long stride, int columns, double[] to, int toAt, int toStride) {
    long row1 = row0 + stride;
    long row2 = row1 + stride;
    long row3 = row2 + stride;
    long row4 = row3 + stride;
    long row5 = row4 + stride;
    long row6 = row5 + stride;
    long row7 = row6 + stride;
    for (int c = 0; c < columns; c++) {
      int next = toAt + c * toStride;
      long step = (long) c * Double.BYTES;
      to[next] = RawMemory.ALL.get(DOUBLE, row0 + step);
      to[next + 1] = RawMemory.ALL.get(DOUBLE, row1 + step);
      to[next + 2] = RawMemory.ALL.get(DOUBLE, row2 + step);
      to[next + 3] = RawMemory.ALL.get(DOUBLE, row3 + step);
      to[next + 4] = RawMemory.ALL.get(DOUBLE, row4 + step);
      to[next + 5] = RawMemory.ALL.get(DOUBLE, row5 + step);
      to[next + 6] = RawMemory.ALL.get(DOUBLE, row6 + step);
      to[next + 7] = RawMemory.ALL.get(DOUBLE, row7 + step);
    }
  }
}
