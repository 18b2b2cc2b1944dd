package dev.weir.ops.linalg;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.GradientOps;
import java.util.function.Supplier;

/**
 * X with {@code A X = B}, or {@code A* X = B}, for triangular matrices A given by their bands: the
 * diagonal in the first row and the diagonals below it in the next, or for upper triangles the
 * diagonal in the last row and those above it before. Element i of a band is in row i of A. Zeros
 * on the diagonal are refused. Batch dimensions broadcast.
 */
final class BandedTriangularSolve extends SolveOp {
  BandedTriangularSolve() {
    super(
        "BandedTriangularSolve(matrix: T, rhs: T) -> (output: T) lower:bool=true;"
            + " adjoint:bool=false; T:type in [double, float, half, complex64, complex128];",
        true);
  }

  @Override
  long resultRows(ShapeContext context) {
    if (Batches.rows(context, 0) == 0) {
      throw context.invalid("there must be at least one band: %s", context.describe(0));
    }
    long bands = Batches.rows(context, 0);
    long size = Batches.columns(context, 0);
    if (size >= 0 && bands > size) {
      throw context.invalid(
          "a matrix has at most as many bands as rows, not %d: %s", bands, context.describe(0));
    }
    checkRows(context, Batches.columns(context, 0));
    return Math.max(Batches.columns(context, 0), Batches.rows(context, 1));
  }

  @Override
  Matrix solve(Matrix bands, Matrix right, Attributes attrs, KernelContext context) {
    boolean isLower = attrs.bool("lower");
    boolean adjoint = attrs.bool("adjoint");
    Matrix matrix = dense(bands, isLower);
    for (int i = 0; i < matrix.rows; i++) {
      if (matrix.at(i, i).isZero()) {
        throw WeirException.invalidArgument(
            "Input matrix is not invertible: element %d of the diagonal is 0", i);
      }
    }
    Matrix a = adjoint ? matrix.adjoint() : matrix;
    return substitute(a, right, isLower != adjoint, bands.rows);
  }

  /** Only within the bands: a NaN or ∞ does not spread beyond them. */
  private static Matrix substitute(Matrix a, Matrix right, boolean isLower, int bands) {
    for (int n = 0; n < right.rows; n++) {
      int i = isLower ? n : right.rows - 1 - n;
      int from = isLower ? Math.max(0, i - bands + 1) : i + 1;
      int to = isLower ? i : Math.min(right.rows, i + bands);
      for (int k = from; k < to; k++) {
        right.addRow(i, right, k, a.at(i, k).negated(), 0);
      }
      right.divideRow(i, a.at(i, i));
    }
    return right;
  }

  private static Matrix dense(Matrix bands, boolean isLower) {
    Matrix matrix = Matrix.zeros(bands.columns, bands.columns);
    for (int band = 0; band < bands.rows; band++) {
      int offset = isLower ? -band : bands.rows - 1 - band;
      for (int row = 0; row < bands.columns; row++) {
        int column = row + offset;
        if (column >= 0 && column < bands.columns) {
          matrix.set(row, column, bands.at(band, row));
        }
      }
    }
    return matrix;
  }

  @Override
  public void gradient(GradientContext context) {
    boolean isLower = context.node().attrs().bool("lower");
    boolean adjoint = context.node().attrs().bool("adjoint");
    GradientOps on = GradientOps.of(context);
    Output bands = context.input(0);
    Supplier<Output> right =
        () ->
            on.node("BandedTriangularSolve")
                .input(bands)
                .input(context.gradient())
                .attr("lower", isLower)
                .attr("adjoint", !adjoint)
                .build()
                .output(0);
    context.flow(
        0,
        () -> {
          Output whole = matrixGradient(context, right.get(), adjoint);
          return on.sumTo(bandsOf(context, whole, isLower), bands);
        });
    context.flow(1, () -> on.sumTo(right.get(), context.input(1)));
  }

  private static Output bandsOf(GradientContext context, Output matrix, boolean isLower) {
    GradientOps on = GradientOps.of(context);
    MatrixGradients sizes = MatrixGradients.of(context);
    Output count = sizes.size(context.input(0), -2);
    Output last = on.sub(count, on.ints(1));
    Output range = isLower ? on.join(on.neg(last), on.ints(0)) : on.join(on.ints(0), last);
    Output bands =
        on.node("MatrixDiagPartV3")
            .input(matrix)
            .input(range)
            .input(on.scalar(0, matrix))
            .attr("align", "LEFT_RIGHT")
            .build()
            .output(0);
    // a single band comes as a vector
    Output batch = sizes.elements(on.shape(matrix), 0, -2);
    return on.reshape(bands, on.join(batch, count, sizes.size(matrix, -1)));
  }
}
