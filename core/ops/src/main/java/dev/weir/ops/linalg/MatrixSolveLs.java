package dev.weir.ops.linalg;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Shape;
import org.jspecify.annotations.Nullable;

/**
 * The X that makes {@code |A X - B|² + l2_regularizer |X|²} smallest, for each pair; of several the
 * shortest. The fast way solves the normal equations and refuses matrices without full rank; the
 * other way ignores {@code l2_regularizer}.
 */
final class MatrixSolveLs extends SolveOp {
  MatrixSolveLs() {
    super(
        "MatrixSolveLs(matrix: T, rhs: T, l2_regularizer: double) -> (output: T) T:type in"
            + " [double, float, half, complex64, complex128]; fast:bool=true;",
        false);
  }

  @Override
  long resultRows(ShapeContext context) {
    context.requireScalar(2);
    checkRows(context, Batches.rows(context, 0));
    return Batches.columns(context, 0);
  }

  @Override
  long rowsOfResult(Shape matrix, Shape right) {
    return matrix.size(-1);
  }

  @Override
  Matrix solve(Matrix matrix, Matrix right, Attributes attrs, KernelContext context) {
    double regularizer = context.input(2).getDouble(0);
    if (!(regularizer >= 0)) {
      throw WeirException.invalidArgument("l2_regularizer must be >= 0, got %s", regularizer);
    }
    if (matrix.rows == 0 || matrix.columns == 0 || right.columns == 0) {
      return Matrix.zeros(matrix.columns, right.columns);
    }
    return attrs.bool("fast") ? fast(matrix, right, regularizer) : robust(matrix, right);
  }

  private static Matrix fast(Matrix matrix, Matrix right, double regularizer) {
    Matrix adjoint = matrix.adjoint();
    boolean isTall = matrix.rows >= matrix.columns;
    Matrix gramian = isTall ? adjoint.times(matrix) : matrix.times(adjoint);
    gramian.add(Matrix.identity(gramian.rows), regularizer);
    @Nullable Matrix lower = CholeskyFactor.of(gramian);
    if (lower == null) {
      throw WeirException.invalidArgument(
          "Input matrix was rank deficient or ill-conditioned: set fast to false or use a larger"
              + " l2_regularizer than %s",
          regularizer);
    }
    return isTall
        ? CholeskyFactor.solve(lower, adjoint.times(right))
        : adjoint.times(CholeskyFactor.solve(lower, right));
  }

  /** By singular values; those that are 0 but for rounding are left out. */
  private static Matrix robust(Matrix matrix, Matrix right) {
    JacobiSvd svd = JacobiSvd.of(matrix);
    double least = svd.values[0] * Math.max(matrix.rows, matrix.columns) * Math.ulp(1.0);
    Matrix coordinates = svd.left.adjoint().times(right);
    for (int i = 0; i < svd.values.length; i++) {
      boolean counts = svd.values[i] > least;
      for (int j = 0; j < right.columns; j++) {
        Complex value = coordinates.at(i, j);
        coordinates.set(i, j, counts ? value.times(1 / svd.values[i]) : Complex.ZERO);
      }
    }
    return svd.right.times(coordinates);
  }

  /** Only for matrices of full rank: the solution jumps where the rank changes. */
  @Override
  public void gradient(GradientContext context) {
    LeastSquaresGradient.flow(context);
  }
}
