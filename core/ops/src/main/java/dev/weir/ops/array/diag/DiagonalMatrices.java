package dev.weir.ops.array.diag;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** What ops that build matrices from diagonals have in common. */
abstract class DiagonalMatrices extends Op {
  DiagonalMatrices(String signature) {
    super(signature);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape diagonal = context.requireRankAtLeast(0, 1);
    if (context.inputCount() == 1) {
      return List.of(
          diagonal.hasRank() ? diagonal.concat(Shape.of(diagonal.size(-1))) : Shape.unknown());
    }
    Sizes.requireRankAtMost(context, 1, 1);
    context.requireScalar(4);
    Long rows = Sizes.value(context, 2);
    Long columns = Sizes.value(context, 3);
    long[] k = Sizes.values(context, 1);
    if (k == null || !diagonal.hasRank()) {
      return List.of(Shape.unknown());
    }
    Diagonals.requireBand(k);
    boolean isBand = k[0] < k[k.length - 1];
    if (isBand && (diagonal.rank() < 2 || !isCount(diagonal.size(-2), k))) {
      throw context.invalid(
          "diagonal must have a row for each of the diagonals %s: %s",
          Arrays.toString(k), context.describe(0));
    }
    Shape batch = diagonal.slice(0, diagonal.rank() - (isBand ? 2 : 1));
    if (diagonal.size(-1) < 0 || rows == null || columns == null) {
      return List.of(batch.concat(Shape.unknownOfRank(2)));
    }
    Diagonals diagonals =
        fit(diagonal.size(-1), k, rows, columns, Diagonals.Align.of(context.attrs()));
    return List.of(batch.concat(Shape.of(diagonals.rows(), diagonals.columns())));
  }

  private static boolean isCount(long size, long[] k) {
    return size < 0 || size == k[k.length - 1] - k[0] + 1;
  }

  /** The smallest matrix for diagonals of this length, unless rows or columns are given. */
  private static Diagonals fit(
      long length, long[] k, long rows, long columns, Diagonals.Align align) {
    long lower = k[0];
    long upper = k[k.length - 1];
    long minRows = length - Math.min(upper, 0);
    long minColumns = length + Math.max(lower, 0);
    boolean isSquare = rows == -1 && columns == -1;
    long allRows = isSquare ? Math.max(minRows, minColumns) : rows == -1 ? minRows : rows;
    long allColumns = isSquare ? allRows : columns == -1 ? minColumns : columns;
    if (allRows < minRows
        || allColumns < minColumns
        || (allRows != minRows && allColumns != minColumns)) {
      throw WeirException.invalidArgument(
          "num_rows and num_cols must fit diagonals %s of length %d: at least %d and %d, one of"
              + " them exactly; got %d and %d",
          Arrays.toString(k), length, minRows, minColumns, rows, columns);
    }
    return new Diagonals(allRows, allColumns, lower, upper, align);
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    Diagonals.Align align = Diagonals.Align.of(spec.attrs());
    return context -> {
      Tensor diagonal = context.input(0);
      Shape shape = diagonal.shape();
      boolean isGiven = context.inputCount() > 1;
      Diagonals diagonals =
          fit(
              shape.size(-1),
              isGiven ? Sizes.values(context.input(1)) : new long[1],
              isGiven ? context.input(2).getLong(0) : -1,
              isGiven ? context.input(3).getLong(0) : -1,
              align);
      Shape batch = shape.slice(0, shape.rank() - (diagonals.count() > 1 ? 2 : 1));
      Tensor out =
          context.allocate(0, batch.concat(Shape.of(diagonals.rows(), diagonals.columns())));
      if (isGiven) {
        ElementCopier.of(context.input(4), out).fill(0, 0, out.elements());
      } else {
        ElementCopier.clear(out);
      }
      diagonals.insert(diagonal, out);
    };
  }
}
