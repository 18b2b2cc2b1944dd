package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.BinaryKernels.Cell;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * Changes the slices of a variable that the rows of {@code indices} name, one update each, in
 * order; a row has a number for each of the first dimensions of the variable. Rows that name no
 * slice are refused, or skipped if {@code bad_indices_policy} is {@code IGNORE}.
 */
final class Slices {
  private final Change change;
  private final Cell cell;
  private final boolean skipsBad;

  Slices(Change change, DType dtype, Attributes attrs) {
    this.change = change;
    this.cell = change.cell(dtype);
    this.skipsBad = skipsBad(attrs);
  }

  private static boolean skipsBad(Attributes attrs) {
    String policy = attrs.string("bad_indices_policy");
    return switch (policy) {
      case "", "DEFAULT", "ERROR" -> false;
      case "IGNORE" -> true;
      default ->
          throw WeirException.invalidArgument(
              "bad_indices_policy must be DEFAULT, ERROR or IGNORE, got \"%s\"", policy);
    };
  }

  /** Refuses inputs 1 (indices) and 2 (updates) that do not fit a variable of this shape. */
  static void check(ShapeContext context, Shape variable) {
    skipsBad(context.attrs());
    Shape indices = context.requireRankAtLeast(1, 1);
    if (!fits(variable, indices, context.input(2))) {
      throw context.invalid(
          "updates must have the shape of indices without columns and then that of a slice:"
              + " variable is %s, %s, %s",
          variable, context.describe(1), context.describe(2));
    }
  }

  private static boolean fits(Shape variable, Shape indices, Shape updates) {
    if (!indices.hasRank()) {
      return true;
    }
    Shape batch = indices.slice(0, indices.rank() - 1);
    long columns = indices.size(-1);
    if (!variable.hasRank() || columns == Shape.UNKNOWN_SIZE) {
      return !updates.hasRank()
          || (updates.rank() >= batch.rank()
              && batch.isCompatibleWith(updates.slice(0, batch.rank())));
    }
    return columns <= variable.rank()
        && batch.concat(slice(variable, columns)).isCompatibleWith(updates);
  }

  private static Shape slice(Shape variable, long columns) {
    return variable.slice((int) columns, variable.rank());
  }

  /** The value of a variable after the change; in place if nobody else holds it. */
  Tensor apply(KernelContext context, Tensor before) {
    Tensor indices = context.input(1);
    Tensor updates = context.input(2);
    Shape shape = before.shape();
    if (indices.shape().isScalar() || !fits(shape, indices.shape(), updates.shape())) {
      throw WeirException.invalidArgument(
          "updates must have the shape of indices without columns and then that of a slice:"
              + " variable is %s, indices %s, updates %s",
          shape, indices.shape(), updates.shape());
    }
    long[] places = places(indices, shape, skipsBad);
    if (places.length == 0) {
      return before;
    }
    Tensor after = Updates.writable(context, before);
    long size = slice(shape, indices.shape().size(-1)).elements();
    for (int n = 0; n < places.length; n++) {
      if (places[n] < 0) {
        continue;
      }
      if (change == Change.REPLACE) {
        after.copyFrom(updates, n * size, places[n], size);
        continue;
      }
      for (long k = 0; k < size; k++) {
        cell.compute(after, places[n] + k, updates, n * size + k, after, places[n] + k);
      }
    }
    return after;
  }

  /** Where the slices start that the rows of indices name; -1 for those that name none. */
  static long[] places(Tensor indices, Shape shape, boolean skipsBad) {
    int columns = Math.toIntExact(indices.shape().size(-1));
    Shape batch = indices.shape().slice(0, indices.shape().rank() - 1);
    long[] places = new long[Math.toIntExact(batch.elements())];
    long size = slice(shape, columns).elements();
    for (int n = 0; n < places.length; n++) {
      long at = 0;
      for (int d = 0; d < columns; d++) {
        long index = indices.getLong((long) n * columns + d);
        if (index < 0 || index >= shape.size(d)) {
          if (!skipsBad) {
            throw WeirException.invalidArgument(
                "row %d of indices does not index into shape %s: its column %d is %d",
                n, shape, d, index);
          }
          at = -1;
          break;
        }
        at = at * shape.size(d) + index;
      }
      places[n] = at < 0 ? -1 : at * size;
    }
    return places;
  }
}
