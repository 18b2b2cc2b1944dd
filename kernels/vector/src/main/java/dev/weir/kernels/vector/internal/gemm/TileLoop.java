package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;

/**
 * The innermost loops of a product in blocks: C in tiles of {@link #ROWS} rows by two vectors, from
 * packed operands.
 *
 * @param <P> the panel: {@code float[]} or {@code double[]}
 */
interface TileLoop<P> {
  /** Four rows and two vectors: 8 sums, 4 broadcasts and 2 vectors of B fit in 16 registers. */
  int ROWS = 4;

  /**
   * Computes an area of C.
   *
   * @param packed rows of A from 0 on, panels of B from {@code columnsAt} on
   */
  void compute(
      P packed, int columnsAt, BlockedGemm.Block block, BlockedGemm.Area area, GemmMatrix c);

  /** The loops for a type of elements. */
  @SuppressWarnings("unchecked") // a copy only sees panels of its element type
  static <P> TileLoop<P> of(GemmElement<?, P> element) {
    return Specialized.copy(
        MethodHandles.lookup(), TileLoopTemplate.class, TileLoop.class, element);
  }
}
