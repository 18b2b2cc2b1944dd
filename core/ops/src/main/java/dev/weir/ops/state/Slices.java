package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.ElementCombiner;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.FastRows;
import dev.weir.ops.support.Places;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * Changes the slices of a variable that the rows of {@code indices} (input 1) name by {@code
 * updates} (input 2), one each, in order.
 *
 * @param skipsBad whether rows that name no slice are left out rather than refused
 */
record Slices(ElementCombiner combiner, boolean skipsBad) implements VariableUpdate {
  Slices(ElementCombiner combiner, Attributes attrs) {
    this(combiner, Places.skipsBad(attrs));
  }

  @Override
  public Shape check(ShapeContext context, Shape variable) {
    Shape indices = context.requireRankAtLeast(1, 1);
    if (indices.hasRank()) {
      requireFit(variable, indices, context.input(2));
    }
    return variable;
  }

  private static void requireFit(Shape variable, Shape indices, Shape updates) {
    int outer = indices.rank() - 1;
    Shape first = indices.slice(0, outer);
    long depth = indices.size(-1);
    boolean fits;
    if (!variable.hasRank() || depth == Shape.UNKNOWN_SIZE) {
      fits =
          !updates.hasRank()
              || (updates.rank() >= outer && first.isCompatibleWith(updates.slice(0, outer)));
    } else {
      fits =
          depth <= variable.rank()
              && first
                  .concat(variable.slice((int) depth, variable.rank()))
                  .isCompatibleWith(updates);
    }
    if (!fits) {
      throw WeirException.invalidArgument(
          "updates must have the first dimensions of indices, then those of the variable after the"
              + " first %d: the variable is %s, indices %s, updates %s",
          depth, variable, indices, updates);
    }
  }

  @Override
  public Tensor apply(KernelContext context, Tensor before) {
    Tensor indices = context.input(1);
    Tensor updates = context.input(2);
    requireFit(before.shape(), indices.shape(), updates.shape());
    Places places = Places.of(indices, before.shape(), skipsBad);
    if (places.count() == 0) {
      return before;
    }
    if (FastRows.areThere(context, places.rows())) {
      Tensor after = Updates.writable(context, before);
      if (!FastRows.scatter(context, combiner, updates, places.rows(), after)) {
        change(after, places, starts(places), updates);
      }
      return after;
    }
    long[] starts = starts(places);
    Tensor after = Updates.writable(context, before);
    change(after, places, starts, updates);
    return after;
  }

  private static long[] starts(Places places) {
    long[] starts = new long[Math.toIntExact(places.count())];
    for (int n = 0; n < starts.length; n++) {
      starts[n] = places.at(n);
    }
    return starts;
  }

  private void change(Tensor after, Places places, long[] starts, Tensor updates) {
    ElementCopier copier = ElementCopier.of(updates, after);
    long size = places.sliceSize();
    for (int n = 0; n < starts.length; n++) {
      if (starts[n] < 0) {
        continue;
      }
      if (combiner.equals(ElementCombiner.REPLACE)) {
        copier.copy(n * size, starts[n], size);
        continue;
      }
      combiner.applyAll(after, starts[n], updates, n * size, size);
    }
  }
}
