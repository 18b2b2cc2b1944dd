package dev.weir.kernels.vector;

import java.lang.foreign.ValueLayout;

/**
 * Products in which one operand has only a few rows or columns, so that the other is used about
 * once and copying it would cost more than multiplying.
 */
final class DgemmSkinny {
  /** Up to here reading the large operand in place wins over packing it. */
  static final int FEW = 8;

  /** Elements of a packed vector; bounds the memory for long inner dimensions. */
  private static final int MAX_DEPTH = 4096;

  /** Elements of the large operand that one task reads. */
  private static final int TASK_WORK = 1 << 18;

  /** The fewest inner products of a task. */
  private static final int MIN_DOTS = 64;

  /**
   * The fewest columns of a task that adds up rows: 2 KB of each. Pieces of 1 KB take nearly twice
   * as long as whole rows, since each begins on another page and ends before it is fetched ahead.
   */
  private static final int MIN_PIECE = 256;

  /** Elements of an inner product worth the sum across lanes at its end. */
  private static final int MIN_DEPTH = 4 * Lanes.DOUBLES;

  /** Elements of a row worth a pass over it, unless there are only one or two passes. */
  private static final int MIN_WIDTH = 256;

  static final PanelPool<double[]> POOL = new PanelPool<>(double[]::new, panel -> panel.length);

  private DgemmSkinny() {}

  static boolean handles(int m, int n, int k, Matrix a, Matrix b) {
    return worthwhile(m, n, k, b.transposed()) || worthwhile(n, m, k, !a.transposed());
  }

  /** Whether {@code few} rows should be multiplied with a matrix of {@code n} columns in place. */
  private static boolean worthwhile(int few, int n, int k, boolean innerProducts) {
    if (few > FEW) {
      return false;
    }
    return innerProducts ? k >= MIN_DEPTH : few <= 2 || n >= MIN_WIDTH;
  }

  static void multiply(int m, int n, int k, Matrix a, Matrix b, Matrix c, Tasks parallel) {
    // Seen from the few rows: either A as it is, or B after C' = B' A'.
    boolean swap =
        worthwhile(n, m, k, !a.transposed())
            && (!a.transposed() || !worthwhile(m, n, k, b.transposed()));
    if (swap) {
      run(n, m, k, b.transpose(), a.transpose(), c.transpose(), parallel);
    } else {
      run(m, n, k, a, b, c, parallel);
    }
  }

  /** Multiplies {@code count} rows of {@code few} with {@code large[k, n]}. */
  private static void run(
      int count, int n, int k, Matrix few, Matrix large, Matrix out, Tasks parallel) {
    double[] packed = POOL.take(count * Math.min(k, MAX_DEPTH));
    for (int inner = 0; inner < k; inner += MAX_DEPTH) {
      int depth = Math.min(MAX_DEPTH, k - inner);
      int part = inner;
      pack(few, count, inner, depth, packed);
      int columns = Math.max(large.transposed() ? MIN_DOTS : MIN_PIECE, TASK_WORK / depth);
      int tasks = Math.ceilDiv(n, columns);
      if (tasks == 1 || parallel.parallelism() == 1) {
        range(count, 0, n, part, depth, packed, large, out);
      } else {
        parallel.run(
            tasks,
            task -> {
              int first = task * columns;
              int last = Math.min(n, first + columns);
              range(count, first, last, part, depth, packed, large, out);
            });
      }
    }
    POOL.give(packed);
  }

  private static void range(
      int count,
      int first,
      int last,
      int inner,
      int depth,
      double[] packed,
      Matrix large,
      Matrix out) {
    boolean accumulate = inner > 0;
    if (large.transposed()) {
      DgemmDots.compute(
          large.transpose(), first, last, inner, depth, packed, count, out.transpose(), accumulate);
    } else {
      DgemmRows.compute(packed, count, large, inner, depth, first, last, out, accumulate);
    }
  }

  private static void pack(Matrix few, int count, int inner, int depth, double[] packed) {
    for (int f = 0; f < count; f++) {
      for (int p = 0; p < depth; p++) {
        packed[f * depth + p] =
            RawMemory.ALL.get(ValueLayout.JAVA_DOUBLE, few.index(f, inner + p) * Double.BYTES);
      }
    }
  }
}
