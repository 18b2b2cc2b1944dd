package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.RawMemory;
import java.lang.foreign.MemorySegment;

/**
 * A row-major matrix inside a segment, seen as it is or transposed.
 *
 * @param data the memory, off-heap
 * @param offset of the first element, in elements
 * @param stride elements from one stored row to the next (the leading dimension)
 * @param transposed whether element {@code (i, j)} is stored at row {@code j}, column {@code i}
 */
record GemmMatrix(MemorySegment data, long offset, long stride, boolean transposed) {

  static GemmMatrix of(MemorySegment data, long offset, long stride) {
    return new GemmMatrix(data, offset, stride, false);
  }

  GemmMatrix transpose() {
    return new GemmMatrix(data, offset, stride, !transposed);
  }

  /**
   * Returns this matrix with its offset counted from address zero, for access through {@link
   * RawMemory#ALL}; refuses memory that does not hold {@code rows} by {@code columns} elements.
   */
  GemmMatrix raw(long rows, long columns, int elementBytes) {
    long storedRows = transposed ? columns : rows;
    long storedColumns = transposed ? rows : columns;
    long elements = rows == 0 || columns == 0 ? 0 : (storedRows - 1) * stride + storedColumns;
    long address = RawMemory.address(data, offset * elementBytes, elements * elementBytes);
    return new GemmMatrix(data, address / elementBytes, stride, transposed);
  }

  /** Where element {@code (row, column)} of the matrix, as seen, is stored. */
  long index(long row, long column) {
    return transposed ? offset + column * stride + row : offset + row * stride + column;
  }

  /** Returns this matrix without its first {@code rows} rows and {@code columns} columns. */
  GemmMatrix from(long rows, long columns) {
    return new GemmMatrix(data, index(rows, columns), stride, transposed);
  }
}
