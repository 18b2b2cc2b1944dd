package dev.weir.graph.kernel;

import dev.weir.tensor.Tensor;

/**
 * A float32 matrix that lies in a tensor, seen as it is or transposed.
 *
 * @param tensor where its elements are
 * @param offset of the first element, in elements
 * @param rows how many rows it has, as seen
 * @param columns how many columns it has, as seen
 * @param stride elements from one stored row to the next
 * @param isTransposed whether row {@code i} is stored as column {@code i}
 */
public record MatrixView(
    Tensor tensor, long offset, long rows, long columns, long stride, boolean isTransposed) {
  /** Rows of this many columns, one after the other, from an element on. */
  public static MatrixView of(Tensor tensor, long offset, long rows, long columns) {
    return new MatrixView(tensor, offset, rows, columns, columns, false);
  }

  /** Some of the columns of a matrix that is not transposed. */
  public MatrixView columns(long first, long count) {
    return new MatrixView(tensor, offset + first, rows, count, stride, false);
  }

  /** A view of the transposed matrix. */
  public MatrixView transposed() {
    return new MatrixView(tensor, offset, columns, rows, stride, !isTransposed);
  }

  /** Whether stored rows follow each other without a gap. */
  public boolean isDense() {
    return stride == (isTransposed ? rows : columns);
  }

  /** Elements from the first to the last, gaps included. */
  public long span() {
    long storedRows = isTransposed ? columns : rows;
    long storedColumns = isTransposed ? rows : columns;
    return storedRows == 0 || storedColumns == 0 ? 0 : (storedRows - 1) * stride + storedColumns;
  }
}
