package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Products of matrices of integers, which wrap. A block of B and some rows of C are on the heap,
 * where C2 makes vectors of plain loops.
 */
final class IntegerProduct {
  /** Rows of B, and columns, of a block that stays in second-level cache. */
  private static final int DEPTH = 128;

  private static final int COLUMNS = 256;

  /** Rows of C that are computed together: each element of B is loaded once for all. */
  private static final int ROWS = 4;

  /** Rows of B that are added together. */
  private static final int STEPS = 4;

  private IntegerProduct() {}

  /** Overwrites {@code c[m, n]}, which is not transposed, with {@code a[m, k] b[k, n]}. */
  static void multiply(
      int m, int n, int k, GemmMatrix a, GemmMatrix b, GemmMatrix c, boolean isLong) {
    int bytes = isLong ? Long.BYTES : Integer.BYTES;
    GemmMatrix left = a.raw(m, k, bytes);
    GemmMatrix right = b.raw(k, n, bytes);
    GemmMatrix out = c.raw(m, n, bytes);
    if (isLong) {
      new Longs(Math.min(n, COLUMNS), Math.min(k, DEPTH)).multiply(m, n, k, left, right, out);
    } else {
      new Ints(Math.min(n, COLUMNS), Math.min(k, DEPTH)).multiply(m, n, k, left, right, out);
    }
  }

  /** The loops over blocks, for arrays of a type. */
  private abstract static class Blocks {
    final int width;
    final int depth;

    Blocks(int width, int depth) {
      this.width = width;
      this.depth = depth;
    }

    final void multiply(int m, int n, int k, GemmMatrix a, GemmMatrix b, GemmMatrix c) {
      for (int column = 0; column < n; column += COLUMNS) {
        int columns = Math.min(COLUMNS, n - column);
        clear();
        for (int inner = 0; inner == 0 || inner < k; inner += DEPTH) {
          int steps = Math.min(DEPTH, k - inner);
          for (int p = 0; p < steps; p++) {
            readB(b, inner + p, column, columns, p * width);
          }
          for (int row = 0; row < m; row += ROWS) {
            int rows = Math.min(ROWS, m - row);
            readA(a, row, rows, inner, steps);
            if (inner == 0) {
              clearSums();
            } else {
              readC(c, row, rows, column, columns);
            }
            add(steps, columns);
            writeC(c, row, rows, column, columns);
          }
        }
      }
    }

    abstract void clear();

    abstract void clearSums();

    /** Copies part of a row of B. */
    abstract void readB(GemmMatrix b, int row, int column, int count, int at);

    /** Copies parts of up to {@link #ROWS} rows of A; rows that are missing keep what they had. */
    abstract void readA(GemmMatrix a, int row, int rows, int inner, int count);

    abstract void readC(GemmMatrix c, int row, int rows, int column, int count);

    abstract void writeC(GemmMatrix c, int row, int rows, int column, int count);

    /** Adds the products of the rows of A and the block of B to the sums. */
    abstract void add(int steps, int columns);
  }

  private static final class Ints extends Blocks {
    private static final ValueLayout.OfInt LAYOUT = ValueLayout.JAVA_INT;
    private final int[] few = new int[ROWS * DEPTH];
    private final int[] block;
    private final int[][] sums;

    Ints(int width, int depth) {
      super(width, depth);
      block = new int[width * (depth + STEPS)];
      sums = new int[ROWS][width];
    }

    @Override
    void clear() {
      Arrays.fill(few, 0);
      Arrays.fill(block, 0);
    }

    @Override
    void clearSums() {
      for (int[] row : sums) {
        Arrays.fill(row, 0);
      }
    }

    @Override
    void readB(GemmMatrix b, int row, int column, int count, int at) {
      read(b, row, column, count, block, at);
    }

    @Override
    void readA(GemmMatrix a, int row, int rows, int inner, int count) {
      for (int r = 0; r < rows; r++) {
        read(a, row + r, inner, count, few, r * DEPTH);
        Arrays.fill(few, r * DEPTH + count, (r + 1) * DEPTH, 0);
      }
    }

    private static void read(GemmMatrix from, int row, int column, int count, int[] to, int at) {
      if (!from.transposed()) {
        long first = from.index(row, column) * Integer.BYTES;
        MemorySegment.copy(RawMemory.ALL, LAYOUT, first, to, at, count);
        return;
      }
      for (int j = 0; j < count; j++) {
        to[at + j] = RawMemory.ALL.get(LAYOUT, from.index(row, column + j) * Integer.BYTES);
      }
    }

    @Override
    void readC(GemmMatrix c, int row, int rows, int column, int count) {
      for (int r = 0; r < rows; r++) {
        read(c, row + r, column, count, sums[r], 0);
      }
    }

    @Override
    void writeC(GemmMatrix c, int row, int rows, int column, int count) {
      for (int r = 0; r < rows; r++) {
        long to = c.index(row + r, column) * Integer.BYTES;
        MemorySegment.copy(sums[r], 0, RawMemory.ALL, LAYOUT, to, count);
      }
    }

    @Override
    void add(int steps, int columns) {
      for (int p = 0; p < steps; p += STEPS) {
        for (int r = 0; r < ROWS; r += 2) {
          addFour(few, r * DEPTH + p, block, p * width, width, sums[r], sums[r + 1], columns);
        }
      }
    }

    /** Two rows, four steps: what C2 keeps in registers. */
    private static void addFour(
        int[] few, int at, int[] block, int b0, int width, int[] top, int[] bottom, int columns) {
      int x0 = few[at];
      int x1 = few[at + 1];
      int x2 = few[at + 2];
      int x3 = few[at + 3];
      int y0 = few[at + DEPTH];
      int y1 = few[at + DEPTH + 1];
      int y2 = few[at + DEPTH + 2];
      int y3 = few[at + DEPTH + 3];
      int b1 = b0 + width;
      int b2 = b1 + width;
      int b3 = b2 + width;
      for (int j = 0; j < columns; j++) {
        int v0 = block[b0 + j];
        int v1 = block[b1 + j];
        int v2 = block[b2 + j];
        int v3 = block[b3 + j];
        top[j] += x0 * v0 + x1 * v1 + x2 * v2 + x3 * v3;
        bottom[j] += y0 * v0 + y1 * v1 + y2 * v2 + y3 * v3;
      }
    }
  }

  private static final class Longs extends Blocks {
    private static final ValueLayout.OfLong LAYOUT = ValueLayout.JAVA_LONG;
    private final long[] few = new long[ROWS * DEPTH];
    private final long[] block;
    private final long[][] sums;

    Longs(int width, int depth) {
      super(width, depth);
      block = new long[width * (depth + STEPS)];
      sums = new long[ROWS][width];
    }

    @Override
    void clear() {
      Arrays.fill(few, 0);
      Arrays.fill(block, 0);
    }

    @Override
    void clearSums() {
      for (long[] row : sums) {
        Arrays.fill(row, 0);
      }
    }

    @Override
    void readB(GemmMatrix b, int row, int column, int count, int at) {
      read(b, row, column, count, block, at);
    }

    @Override
    void readA(GemmMatrix a, int row, int rows, int inner, int count) {
      for (int r = 0; r < rows; r++) {
        read(a, row + r, inner, count, few, r * DEPTH);
        Arrays.fill(few, r * DEPTH + count, (r + 1) * DEPTH, 0);
      }
    }

    private static void read(GemmMatrix from, int row, int column, int count, long[] to, int at) {
      if (!from.transposed()) {
        long first = from.index(row, column) * Long.BYTES;
        MemorySegment.copy(RawMemory.ALL, LAYOUT, first, to, at, count);
        return;
      }
      for (int j = 0; j < count; j++) {
        to[at + j] = RawMemory.ALL.get(LAYOUT, from.index(row, column + j) * Long.BYTES);
      }
    }

    @Override
    void readC(GemmMatrix c, int row, int rows, int column, int count) {
      for (int r = 0; r < rows; r++) {
        read(c, row + r, column, count, sums[r], 0);
      }
    }

    @Override
    void writeC(GemmMatrix c, int row, int rows, int column, int count) {
      for (int r = 0; r < rows; r++) {
        long to = c.index(row + r, column) * Long.BYTES;
        MemorySegment.copy(sums[r], 0, RawMemory.ALL, LAYOUT, to, count);
      }
    }

    @Override
    void add(int steps, int columns) {
      for (int p = 0; p < steps; p += STEPS) {
        for (int r = 0; r < ROWS; r += 2) {
          addFour(few, r * DEPTH + p, block, p * width, width, sums[r], sums[r + 1], columns);
        }
      }
    }

    /** Two rows, four steps: what C2 keeps in registers. */
    private static void addFour(
        long[] few, int at, long[] block, int b0, int width, long[] top, long[] bottom, int columns) {
      long x0 = few[at];
      long x1 = few[at + 1];
      long x2 = few[at + 2];
      long x3 = few[at + 3];
      long y0 = few[at + DEPTH];
      long y1 = few[at + DEPTH + 1];
      long y2 = few[at + DEPTH + 2];
      long y3 = few[at + DEPTH + 3];
      int b1 = b0 + width;
      int b2 = b1 + width;
      int b3 = b2 + width;
      for (int j = 0; j < columns; j++) {
        long v0 = block[b0 + j];
        long v1 = block[b1 + j];
        long v2 = block[b2 + j];
        long v3 = block[b3 + j];
        top[j] += x0 * v0 + x1 * v1 + x2 * v2 + x3 * v3;
        bottom[j] += y0 * v0 + y1 * v1 + y2 * v2 + y3 * v3;
      }
    }
  }
}
