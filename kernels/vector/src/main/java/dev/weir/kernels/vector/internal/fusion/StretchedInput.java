package dev.weir.kernels.vector.internal.fusion;

import dev.weir.tensor.Shape;
import org.jspecify.annotations.Nullable;

/**
 * How an input lies beside the rows and columns that a cluster works on.
 *
 * @param repeatsColumn whether it has one element for a whole row
 * @param sizes of the dimensions that are rows
 * @param strides from one row to the next along each of them, in elements; 0 where it is repeated
 */
record StretchedInput(Form form, boolean repeatsColumn, long[] sizes, long[] strides) {
  /** The forms that need no table of where rows begin, and the one that does. */
  enum Form {
    /** One element for each of the cluster. */
    DENSE,
    /** One element for each row. */
    ROWS,
    /** One element for each column. */
    COLUMNS,
    /** A single element. */
    ONE,
    /** Some dimensions of rows, but not all. */
    MIXED
  }

  /** How many dimensions, the last ones, can be columns beside this input and those before. */
  static int mostColumns(Shape input, Shape space, int most) {
    if (isDense(input, space) || input.elements() == 1) {
      return most;
    }
    int columns = 0;
    Boolean isPresent = null;
    for (int d = space.rank() - 1; d >= space.rank() - most; d--) {
      if (space.size(d) != 1) {
        boolean here = sizeAt(input, space, d) != 1;
        if (isPresent != null && isPresent != here) {
          break;
        }
        isPresent = here;
      }
      columns++;
    }
    return columns;
  }

  private static boolean isDense(Shape input, Shape space) {
    return input.elements() == space.elements();
  }

  private static long sizeAt(Shape input, Shape space, int d) {
    int i = d - (space.rank() - input.rank());
    return i < 0 ? 1 : input.size(i);
  }

  /** Whether an input can be stretched to the space of a cluster. */
  static boolean fits(Shape input, Shape space) {
    if (input.rank() > space.rank()) {
      return false;
    }
    for (int d = 0; d < space.rank(); d++) {
      long size = sizeAt(input, space, d);
      if (size != 1 && size != space.size(d)) {
        return false;
      }
    }
    return true;
  }

  /** An input beside a space whose last dimensions are columns; null if it repeats some of them. */
  static @Nullable StretchedInput of(Shape input, Shape space, int columns) {
    int leading = space.rank() - columns;
    long[] sizes = new long[leading];
    long[] strides = new long[leading];
    boolean hasColumns = false;
    long stride = 1;
    for (int d = space.rank() - 1; d >= leading; d--) {
      hasColumns |= sizeAt(input, space, d) != 1;
      stride *= sizeAt(input, space, d);
    }
    if (hasColumns && stride != space.elements(leading, space.rank())) {
      return null; // it repeats some of the columns
    }
    boolean all = true;
    boolean none = true;
    for (int d = leading - 1; d >= 0; d--) {
      long size = sizeAt(input, space, d);
      sizes[d] = space.size(d);
      strides[d] = size == 1 ? 0 : stride;
      stride *= size;
      all &= size == space.size(d);
      none &= size == 1;
    }
    return new StretchedInput(
        form(input, space, all, none, hasColumns), !hasColumns, sizes, strides);
  }

  private static Form form(
      Shape input, Shape space, boolean all, boolean none, boolean hasColumns) {
    if (isDense(input, space)) {
      return Form.DENSE;
    }
    if (input.elements() == 1) {
      return Form.ONE;
    }
    if (none) {
      return Form.COLUMNS;
    }
    return all && !hasColumns ? Form.ROWS : Form.MIXED;
  }

  /** Where a row begins, in elements. */
  long offset(long row) {
    long offset = 0;
    long rest = row;
    for (int d = sizes.length - 1; d >= 0; d--) {
      offset += rest % sizes[d] * strides[d];
      rest /= sizes[d];
    }
    return offset;
  }
}
