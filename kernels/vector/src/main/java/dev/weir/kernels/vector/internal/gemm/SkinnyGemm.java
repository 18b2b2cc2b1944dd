package dev.weir.kernels.vector.internal.gemm;

/**
 * Products in which one operand has only a few rows or columns, so that the other is used about
 * once and copying it would cost more than multiplying.
 *
 * @param <P> the panel: {@code float[]} or {@code double[]}
 */
final class SkinnyGemm<P> {
  /** Up to here reading the large operand in place wins over packing it. */
  static final int FEW = 8;

  /** Elements of a packed vector; bounds the memory for long inner dimensions. */
  private static final int MAX_DEPTH = 4096;

  /** Elements of the large operand that one task reads. */
  private static final int TASK_WORK = 1 << 18;

  /** The fewest inner products of a task. */
  private static final int MIN_DOTS = 64;

  /**
   * The fewest bytes of each row for a task that adds up rows. Pieces of 1 KB take nearly twice as
   * long as whole rows, since each begins on another page and ends before it is fetched ahead.
   */
  private static final int MIN_PIECE_BYTES = 2048;

  /** Vectors of an inner product worth the sum across lanes at its end. */
  private static final int MIN_DEPTH_VECTORS = 4;

  /** Elements of a row worth a pass over it, unless there are only one or two passes. */
  private static final int MIN_WIDTH = 256;

  private final PanelPool<P> pool;
  private final PackLoop<P> packing;
  private final InnerProductLoop<P> innerProducts;
  private final RowSumLoop<P> rowSums;
  private final int minDepth;
  private final int minPiece;

  SkinnyGemm(GemmElement<?, P> element, PackLoop<P> packing) {
    this.minPiece = MIN_PIECE_BYTES / element.bytes();
    this.pool = new PanelPool<>(element);
    this.packing = packing;
    this.innerProducts = InnerProductLoop.of(element);
    this.rowSums = RowSumLoop.of(element);
    this.minDepth = MIN_DEPTH_VECTORS * element.lanes();
  }

  boolean handles(int m, int n, int k, GemmMatrix a, GemmMatrix b) {
    return worthwhile(m, n, k, b.transposed()) || worthwhile(n, m, k, !a.transposed());
  }

  /** Whether {@code few} rows should be multiplied with a matrix of {@code n} columns in place. */
  private boolean worthwhile(int few, int n, int k, boolean isInnerProducts) {
    if (few > FEW) {
      return false;
    }
    return isInnerProducts ? k >= minDepth : few <= 2 || n >= MIN_WIDTH;
  }

  void multiply(int m, int n, int k, GemmMatrix a, GemmMatrix b, GemmMatrix c, GemmTasks parallel) {
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
  private void run(
      int count,
      int n,
      int k,
      GemmMatrix few,
      GemmMatrix large,
      GemmMatrix out,
      GemmTasks parallel) {
    P packed = pool.take(count * Math.min(k, MAX_DEPTH));
    for (int inner = 0; inner < k; inner += MAX_DEPTH) {
      int depth = Math.min(MAX_DEPTH, k - inner);
      int part = inner;
      packing.packVectors(few, count, inner, depth, packed);
      int columns = Math.max(large.transposed() ? MIN_DOTS : minPiece, TASK_WORK / depth);
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
    pool.give(packed);
  }

  private void range(
      int count,
      int first,
      int last,
      int inner,
      int depth,
      P packed,
      GemmMatrix large,
      GemmMatrix out) {
    if (large.transposed()) {
      innerProducts.compute(
          large.transpose(), first, last, inner, depth, packed, count, out.transpose());
      return;
    }
    P sums = pool.take(count * Math.min(RowSumLoop.CHUNK, last - first));
    rowSums.compute(packed, count, large, inner, depth, first, last, sums, out);
    pool.give(sums);
  }
}
