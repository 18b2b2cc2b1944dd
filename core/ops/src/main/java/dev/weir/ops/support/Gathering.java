package dev.weir.ops.support;

import dev.weir.error.WeirException;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.RowChoice;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** Rows that are picked by their numbers. */
public final class Gathering {
  private Gathering() {}

  /**
   * The shape of {@code params} with dimension {@code axis} replaced by the dimensions of {@code
   * indices} after the first {@code batch}, which both have in common.
   */
  public static Shape shape(Shape params, Shape indices, int axis, int batch) {
    return params
        .slice(0, axis)
        .concat(indices.slice(batch, indices.rank()))
        .concat(params.slice(axis + 1, params.rank()));
  }

  /** The elements of a vector, input 0, that input 1 names, as far as they are known. */
  public static @Nullable PartialValue elements(ShapeContext context) {
    PartialValue vector = context.partialValue(0);
    PartialValue indices = context.partialValue(1);
    if (vector == null || vector.isScalar() || indices == null || !indices.isFullyKnown()) {
      return null;
    }
    PartialValue taken = PartialValue.vector();
    for (int i = 0; i < indices.length() && taken != null; i++) {
      taken = taken.concat(vector.element(Math.toIntExact(indices.get(i))));
    }
    return taken != null && indices.isScalar() ? taken.asScalar() : taken;
  }

  /** Gives the rows as output 0. */
  public static void gather(
      KernelContext context, Tensor params, Tensor indices, int axis, int batch) {
    Shape from = params.shape();
    Tensor out = context.allocate(0, shape(from, indices.shape(), axis, batch));
    RowChoice choice = new RowChoice(indices, from, batch, axis, 1, false);
    if (out.elements() == 0 || FastRows.gather(context, params, choice, out)) {
      return;
    }
    ElementCopier copier = ElementCopier.of(params, out);
    long batches = from.elements(0, batch);
    long outer = from.elements(batch, axis);
    long rows = from.size(axis);
    long inner = from.elements(axis + 1, from.rank());
    long count = indices.elements() / batches;
    long at = 0;
    for (long b = 0; b < batches; b++) {
      for (long o = b * outer; o < (b + 1) * outer; o++) {
        for (long i = b * count; i < (b + 1) * count; i++) {
          copier.copy((o * rows + row(indices, i, rows)) * inner, at, inner);
          at += inner;
        }
      }
    }
  }

  private static long row(Tensor indices, long i, long rows) {
    long row = indices.getLong(i);
    if (row < 0 || row >= rows) {
      throw WeirException.invalidArgument(
          "indices must be in [0, %d), indices[%d] is %d", rows, i, row);
    }
    return row;
  }
}
