package dev.weir.ops.train;

import dev.weir.error.WeirException;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What must fit together for a step of an optimizer. */
final class UpdateShapes {
  private UpdateShapes() {}

  /**
   * Refuses variables of different shapes and a gradient that does not fit them. Returns what is
   * known of the variables' shape afterward.
   *
   * @param indices the shape of the numbers of the rows the gradient is for; null if it is for all
   */
  static Shape check(
      List<String> names, List<Shape> variables, Shape gradient, @Nullable Shape indices) {
    Shape shape = variables.get(0);
    for (int i = 1; i < variables.size(); i++) {
      if (!shape.isCompatibleWith(variables.get(i))) {
        throw WeirException.invalidArgument(
            "%s and %s must have the same shape: %s and %s",
            names.get(0), names.get(i), shape, variables.get(i));
      }
      shape = shape.mergeWith(variables.get(i));
    }
    return indices == null
        ? checkAll(names.get(0), shape, gradient)
        : checkRows(names.get(0), shape, gradient, indices);
  }

  private static Shape checkAll(String name, Shape variable, Shape gradient) {
    if (!variable.isCompatibleWith(gradient)) {
      throw WeirException.invalidArgument(
          "the gradient must have the shape of %s: %s and %s", name, gradient, variable);
    }
    return variable.mergeWith(gradient);
  }

  private static Shape checkRows(String name, Shape variable, Shape gradient, Shape indices) {
    if (variable.isScalar()) {
      throw WeirException.invalidArgument("%s has no dimensions and so no rows", name);
    }
    if (!gradient.hasRank()) {
      return variable;
    }
    Shape rows = gradient.rank() == 0 ? gradient : gradient.slice(0, 1);
    if (!rows.isCompatibleWith(indices)) {
      throw WeirException.invalidArgument(
          "the gradient must have a row for each of indices: %s and %s", gradient, indices);
    }
    Shape anyRows = gradient.withSize(0, Shape.UNKNOWN_SIZE);
    if (!variable.isCompatibleWith(anyRows)) {
      throw WeirException.invalidArgument(
          "the gradient's rows must have the shape of those of %s: %s and %s",
          name, gradient, variable);
    }
    return variable.mergeWith(anyRows);
  }

  /** Refuses numbers of rows that a variable does not have. */
  static void requireRows(Tensor indices, Shape variable) {
    long rows = variable.size(0);
    for (long i = 0; i < indices.elements(); i++) {
      long row = indices.getLong(i);
      if (row < 0 || row >= rows) {
        throw WeirException.invalidArgument(
            "indices must be in [0, %d), indices[%d] is %d", rows, i, row);
      }
    }
  }
}
