package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;

/**
 * Products of many stored rows with a few packed vectors, as inner products.
 *
 * <p>Serves matrix times vector, and vector times transposed matrix: the large operand is read once
 * and in order, without packing.
 *
 * @param <P> the panel: {@code float[]} or {@code double[]}
 */
interface InnerProductLoop<P> {
  /**
   * Computes {@code out[t, f] (+)= sum over p of tall[t, inner + p] * few[f, p]}.
   *
   * @param tall a matrix that is not transposed
   * @param few {@code count} vectors of {@code depth} elements, one after the other
   */
  void compute(
      GemmMatrix tall,
      int firstRow,
      int lastRow,
      int inner,
      int depth,
      P few,
      int count,
      GemmMatrix out);

  /** The loops for a type of elements. */
  @SuppressWarnings("unchecked") // a copy only sees panels of its element type
  static <P> InnerProductLoop<P> of(GemmElement<?, P> element) {
    return Specialized.copy(
        MethodHandles.lookup(), InnerProductLoopTemplate.class, InnerProductLoop.class, element);
  }
}
