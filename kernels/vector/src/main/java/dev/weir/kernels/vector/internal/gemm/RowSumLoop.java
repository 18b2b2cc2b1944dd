package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;

/**
 * Products of a few packed vectors with a stored matrix, as sums of its scaled rows.
 *
 * <p>Serves vector times matrix, and transposed matrix times vector: the large operand is read once
 * and along its rows, without packing.
 *
 * @param <P> the panel: {@code float[]} or {@code double[]}
 */
interface RowSumLoop<P> {
  /** Columns of a running sum: 4 KB of floats, with four rows of the matrix 20 KB. */
  int CHUNK = 1024;

  /**
   * Computes {@code out[f, t] (+)= sum over p of few[f, p] * wide[inner + p, t]}.
   *
   * @param few {@code count} vectors of {@code depth} elements, one after the other
   * @param wide a matrix that is not transposed
   * @param sums room for {@code count} running sums of up to {@link #CHUNK} columns
   */
  void compute(
      P few,
      int count,
      GemmMatrix wide,
      int inner,
      int depth,
      int firstColumn,
      int lastColumn,
      P sums,
      GemmMatrix out);

  /** The loops for a type of elements. */
  @SuppressWarnings("unchecked") // a copy only sees panels of its element type
  static <P> RowSumLoop<P> of(GemmElement<?, P> element) {
    return Specialized.copy(
        MethodHandles.lookup(), RowSumLoopTemplate.class, RowSumLoop.class, element);
  }
}
