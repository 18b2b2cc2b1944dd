package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.RowChoice;
import dev.weir.ops.support.ElementCombiner;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.FastRows;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.function.Consumer;

/**
 * Changes the rows of a variable that {@code indices} (input 1) name by {@code updates} (input 2),
 * one each, in order; a row named twice is changed twice. A single number as update is meant for
 * every element.
 *
 * @param updatesCheck refuses updates with elements that are not allowed
 */
record Rows(ElementCombiner combiner, Consumer<Tensor> updatesCheck) implements VariableUpdate {
  Rows(ElementCombiner combiner) {
    this(combiner, updates -> {});
  }

  @Override
  public Shape check(ShapeContext context, Shape variable) {
    requireFit(variable, context.input(1), context.input(2));
    return variable;
  }

  private static void requireFit(Shape variable, Shape indices, Shape updates) {
    if (variable.isScalar()) {
      throw WeirException.invalidArgument("a variable without dimensions has no rows to change");
    }
    Shape row = variable.hasRank() ? variable.slice(1, variable.rank()) : Shape.unknown();
    if (!updates.isScalar() && !indices.concat(row).isCompatibleWith(updates)) {
      throw WeirException.invalidArgument(
          "updates must have the shape of indices and then that of a row, or none: the variable is"
              + " %s, indices %s, updates %s",
          variable, indices, updates);
    }
  }

  @Override
  public Tensor apply(KernelContext context, Tensor before) {
    Tensor indices = context.input(1);
    Tensor updates = context.input(2);
    Shape shape = before.shape();
    requireFit(shape, indices.shape(), updates.shape());
    RowChoice rows = new RowChoice(indices, shape, 0, 0, 1, false);
    if (!FastRows.areThere(context, rows)) {
      requireInside(indices, shape.size(0));
    }
    updatesCheck.accept(updates);
    if (indices.elements() == 0) {
      return before;
    }
    Tensor after = Updates.writable(context, before);
    if (FastRows.scatter(context, combiner, updates, rows, after)) {
      return after;
    }
    ElementCopier copier = ElementCopier.of(updates, after);
    long size = shape.elements(1, shape.rank());
    boolean isSingle = updates.shape().isScalar();
    boolean isCopy = combiner.equals(ElementCombiner.REPLACE) && !isSingle;
    for (long i = 0; i < indices.elements(); i++) {
      long at = indices.getLong(i) * size;
      if (isCopy) {
        copier.copy(i * size, at, size);
        continue;
      }
      if (!isSingle) {
        combiner.applyAll(after, at, updates, i * size, size);
        continue;
      }
      for (long k = 0; k < size; k++) {
        combiner.apply(after, at + k, updates, 0);
      }
    }
    return after;
  }

  private static void requireInside(Tensor indices, long rows) {
    for (long i = 0; i < indices.elements(); i++) {
      long row = indices.getLong(i);
      if (row < 0 || row >= rows) {
        throw WeirException.invalidArgument(
            "indices must be in [0, %d), indices[%d] is %d", rows, i, row);
      }
    }
  }

  /** Refuses numbers that integers cannot be divided by. */
  static void requireNoIntegerZero(Tensor updates) {
    DType dtype = updates.dtype();
    if (!dtype.isFloating() && !dtype.isComplex()) {
      requireNoZero(updates);
    }
  }

  /** Refuses zeros, of any type. */
  static void requireNoZero(Tensor updates) {
    for (long i = 0; i < updates.elements(); i++) {
      if (updates.getDouble(i) == 0 && updates.getImaginary(i) == 0) {
        throw WeirException.invalidArgument("updates must not contain 0: updates[%d] is", i);
      }
    }
  }
}
