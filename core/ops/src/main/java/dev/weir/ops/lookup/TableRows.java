package dev.weir.ops.lookup;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.TensorDifference;
import dev.weir.tensor.memory.Buffer;

/** Rows of elements of one type, of which there can be more and more. */
final class TableRows {
  private static final int SMALLEST = 8;

  private final DType dtype;
  private final Shape row;
  private final long rowSize;
  private Tensor elements;

  TableRows(DType dtype, Shape row) {
    this.dtype = dtype;
    this.row = row;
    this.rowSize = row.elements();
    this.elements = allocate(SMALLEST);
  }

  private Tensor allocate(long rows) {
    return Tensor.allocate(dtype, Shape.of(rows).concat(row));
  }

  /** Sets a row, which is one after the last at most, to a row of a tensor. */
  void set(long number, Tensor source, long sourceRow) {
    long capacity = elements.shape().size(0);
    if (number >= capacity) {
      Tensor larger = allocate(2 * capacity);
      larger.copyFrom(elements, 0, 0, number * rowSize);
      elements = larger;
    }
    elements.copyFrom(source, sourceRow * rowSize, number * rowSize, rowSize);
  }

  /** Copies a row to a row of a tensor. */
  void copyTo(long number, Tensor target, long targetRow) {
    if (rowSize == 1 && dtype.byteSize() == Integer.BYTES) {
      target.buffer().setInt(targetRow, elements.buffer().getInt(number));
    } else if (rowSize == 1 && dtype.byteSize() == Long.BYTES) {
      target.buffer().setLong(targetRow, elements.buffer().getLong(number));
    } else {
      target.copyFrom(elements, number * rowSize, targetRow * rowSize, rowSize);
    }
  }

  /** A row as a tensor of its own. */
  Tensor get(long number) {
    Tensor copy = Tensor.allocate(dtype, row);
    copyTo(number, copy, 0);
    return copy.freeze();
  }

  /** Copies the first rows to a tensor of as many. */
  void copyAllTo(Tensor target) {
    target.copyFrom(elements, 0, 0, target.elements());
  }

  /** Whether a row equals one of a tensor; NaN equals NaN, 0.0 does not equal -0.0. */
  boolean isEqual(long number, Tensor other, long otherRow) {
    long bytes = rowSize * dtype.byteSize();
    if (bytes > 0) {
      Buffer own = elements.buffer();
      if (Buffer.mismatch(own, number * bytes, other.buffer(), otherRow * bytes, bytes) < 0) {
        return true;
      }
    }
    Tensor copy = Tensor.allocate(dtype, row);
    copy.copyFrom(other, otherRow * rowSize, 0, rowSize);
    return TensorDifference.first(get(number), copy.freeze()).isEmpty();
  }
}
