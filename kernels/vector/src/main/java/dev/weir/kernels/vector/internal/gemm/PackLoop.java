package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;

/**
 * Packing: copies parts of the operands of a product from memory to a panel.
 *
 * @param <P> the panel: {@code float[]} or {@code double[]}
 */
interface PackLoop<P> {
  /** Copies rows of A, each {@code depth} elements long and next to each other. */
  void packRows(GemmMatrix a, BlockedGemm.Block block, int firstRow, int lastRow, P packed, int at);

  /** Copies columns of B in panels as wide as a tile. */
  void packColumns(
      GemmMatrix b, BlockedGemm.Block block, int firstColumn, int lastColumn, P packed, int at);

  /**
   * Copies the first {@code count} rows of a matrix, from column {@code inner} on, each {@code
   * depth} elements long and next to each other.
   */
  void packVectors(GemmMatrix few, int count, int inner, int depth, P packed);

  /** The loops for a type of elements. */
  @SuppressWarnings("unchecked") // a copy only sees panels of its element type
  static <P> PackLoop<P> of(GemmElement<?, P> element) {
    return Specialized.copy(
        MethodHandles.lookup(), PackLoopTemplate.class, PackLoop.class, element);
  }
}
