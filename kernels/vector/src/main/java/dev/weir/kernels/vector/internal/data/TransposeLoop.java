package dev.weir.kernels.vector.internal.data;

import dev.weir.kernels.vector.internal.support.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The loops of a transposition. Eight rows of the source are read along, and an eighth of a
 * result's row written each time, so that both sides use whole cache lines while they are near.
 */
final class TransposeLoop {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final MemorySegment ALL = RawMemory.ALL;
  private static final int ROWS = 8;

  private final TransposeLayout layout;
  private final int shift;
  private final long in;
  private final long out;

  TransposeLoop(TransposeLayout layout, int shift, long in, long out) {
    this.layout = layout;
    this.shift = shift;
    this.in = in;
    this.out = out;
  }

  void run(long firstPart, long lastPart) {
    TransposeLayout.Position position = layout.position();
    long bytes = layout.rowSize() << shift;
    for (long part = firstPart; part < lastPart; part++) {
      position.moveTo(part);
      long from = in + (position.in << shift);
      long to = out + (position.out << shift);
      if (layout.copiesRows()) {
        MemorySegment.copy(ALL, from, ALL, to, bytes);
      } else {
        turn(from, layout.inStride() << shift, to, layout.outStride() << shift, position.columns);
      }
    }
  }

  private void turn(long from, long inStride, long to, long outStride, int columns) {
    long rows = layout.rowSize();
    long row = 0;
    for (; row + ROWS <= rows; row += ROWS) {
      long source = from + row * inStride;
      long target = to + (row << shift);
      if (shift == 2) {
        eightRowsOfInts(source, inStride, target, outStride, columns);
      } else {
        eightRowsOfLongs(source, inStride, target, outStride, columns);
      }
    }
    for (; row < rows; row++) {
      oneRow(from + row * inStride, to + (row << shift), outStride, columns);
    }
  }

  private static void eightRowsOfInts(
      long row0, long stride, long out, long outStride, int columns) {
    long row4 = row0 + 4 * stride;
    for (int c = 0; c < columns; c++) {
      long step = (long) c * Integer.BYTES;
      long to = out + c * outStride;
      ALL.set(INT, to, ALL.get(INT, row0 + step));
      ALL.set(INT, to + 4, ALL.get(INT, row0 + stride + step));
      ALL.set(INT, to + 8, ALL.get(INT, row0 + 2 * stride + step));
      ALL.set(INT, to + 12, ALL.get(INT, row0 + 3 * stride + step));
      ALL.set(INT, to + 16, ALL.get(INT, row4 + step));
      ALL.set(INT, to + 20, ALL.get(INT, row4 + stride + step));
      ALL.set(INT, to + 24, ALL.get(INT, row4 + 2 * stride + step));
      ALL.set(INT, to + 28, ALL.get(INT, row4 + 3 * stride + step));
    }
  }

  private static void eightRowsOfLongs(
      long row0, long stride, long out, long outStride, int columns) {
    long row4 = row0 + 4 * stride;
    for (int c = 0; c < columns; c++) {
      long step = (long) c * Long.BYTES;
      long to = out + c * outStride;
      ALL.set(LONG, to, ALL.get(LONG, row0 + step));
      ALL.set(LONG, to + 8, ALL.get(LONG, row0 + stride + step));
      ALL.set(LONG, to + 16, ALL.get(LONG, row0 + 2 * stride + step));
      ALL.set(LONG, to + 24, ALL.get(LONG, row0 + 3 * stride + step));
      ALL.set(LONG, to + 32, ALL.get(LONG, row4 + step));
      ALL.set(LONG, to + 40, ALL.get(LONG, row4 + stride + step));
      ALL.set(LONG, to + 48, ALL.get(LONG, row4 + 2 * stride + step));
      ALL.set(LONG, to + 56, ALL.get(LONG, row4 + 3 * stride + step));
    }
  }

  private void oneRow(long row, long out, long outStride, int columns) {
    for (int c = 0; c < columns; c++) {
      if (shift == 2) {
        ALL.set(INT, out + c * outStride, ALL.get(INT, row + (long) c * Integer.BYTES));
      } else {
        ALL.set(LONG, out + c * outStride, ALL.get(LONG, row + (long) c * Long.BYTES));
      }
    }
  }
}
