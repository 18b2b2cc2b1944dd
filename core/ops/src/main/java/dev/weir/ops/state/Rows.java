package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.BinaryKernels.Cell;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * Changes the rows of a variable that {@code indices} name, one update each, in order; a row named
 * twice is changed twice. A single number as update is meant for every element.
 */
final class Rows {
  private final Change change;
  private final Cell cell;
  private final boolean strict;

  /** {@code strict} says whether no number is divided by 0; integers never are. */
  Rows(Change change, DType dtype, boolean strict) {
    this.change = change;
    this.strict = strict;
    this.cell = change.cell(dtype);
  }

  /** Refuses inputs 1 (indices) and 2 (updates) that do not fit a variable of this shape. */
  static void check(ShapeContext context, Shape variable) {
    if (variable.isScalar()) {
      throw context.invalid("a variable without dimensions has no rows to change");
    }
    if (!fits(variable, context.input(1), context.input(2))) {
      throw context.invalid(
          "updates must have the shape of indices and then that of a row, or none: variable is %s,"
              + " %s, %s",
          variable, context.describe(1), context.describe(2));
    }
  }

  private static boolean fits(Shape variable, Shape indices, Shape updates) {
    Shape row = variable.hasRank() ? variable.slice(1, variable.rank()) : Shape.unknown();
    return updates.isScalar() || indices.concat(row).isCompatibleWith(updates);
  }

  /** The value of a variable after the change; in place if nobody else holds it. */
  Tensor apply(KernelContext context, Tensor before) {
    Tensor indices = context.input(1);
    Tensor updates = context.input(2);
    Shape shape = before.shape();
    if (shape.isScalar() || !fits(shape, indices.shape(), updates.shape())) {
      throw WeirException.invalidArgument(
          "updates must have the shape of indices and then that of a row, or none: variable is %s,"
              + " indices %s, updates %s",
          shape, indices.shape(), updates.shape());
    }
    requireInside(indices, shape.size(0));
    change.requireDefined(updates, strict);
    if (indices.elements() == 0) {
      return before;
    }
    Tensor after = Updates.writable(context, before);
    long size = shape.elements(1, shape.rank());
    boolean isSingle = updates.shape().isScalar();
    for (long i = 0; i < indices.elements(); i++) {
      long at = indices.getLong(i) * size;
      if (change == Change.REPLACE && !isSingle) {
        after.copyFrom(updates, i * size, at, size);
        continue;
      }
      for (long k = 0; k < size; k++) {
        cell.compute(after, at + k, updates, isSingle ? 0 : i * size + k, after, at + k);
      }
    }
    return after;
  }

  /** Refuses indices that name no row. */
  static void requireInside(Tensor indices, long rows) {
    for (long i = 0; i < indices.elements(); i++) {
      long row = indices.getLong(i);
      if (row < 0 || row >= rows) {
        throw WeirException.invalidArgument(
            "indices must be in [0, %d), indices[%d] is %d", rows, i, row);
      }
    }
  }
}
