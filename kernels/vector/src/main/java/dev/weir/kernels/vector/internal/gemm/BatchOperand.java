package dev.weir.kernels.vector.internal.gemm;

import dev.weir.tensor.Tensor;
import java.util.function.LongUnaryOperator;

/**
 * The matrices of one operand of a batch of products.
 *
 * @param tensor where they are; its elements are as wide as those that are computed with
 * @param stride elements from one stored row to the next
 * @param isTransposed whether row {@code i} of a matrix is stored as column {@code i}
 * @param isConjugated whether the conjugates of complex elements are taken
 * @param offsets where the matrix of each product begins, in elements
 */
public record BatchOperand(
    Tensor tensor,
    long stride,
    boolean isTransposed,
    boolean isConjugated,
    LongUnaryOperator offsets) {

  /** Real or integer matrices, or complex ones as they are. */
  public static BatchOperand of(
      Tensor tensor, long stride, boolean isTransposed, LongUnaryOperator offsets) {
    return new BatchOperand(tensor, stride, isTransposed, false, offsets);
  }

  BatchOperand transposed() {
    return new BatchOperand(tensor, stride, !isTransposed, isConjugated, offsets);
  }

  long offset(long i) {
    return offsets.applyAsLong(i);
  }

  /** Whether all products have the same matrix. */
  boolean isShared(long count) {
    return count == 1 || offset(0) == offset(count - 1);
  }
}
