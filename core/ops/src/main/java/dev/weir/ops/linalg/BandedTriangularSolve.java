package dev.weir.ops.linalg;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;

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
}
