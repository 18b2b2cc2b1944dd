package dev.weir.kernels.vector.internal.linalg;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.KernelContext;

/** {@code MatrixSolveLs}: by normal equations, or by singular values. */
final class LeastSquares {
  private LeastSquares() {}

  static HeapMatrix solve(
      KernelContext context, HeapMatrix matrix, HeapMatrix right, boolean isFast, RowTasks tasks) {
    double regularizer = context.input(2).getDouble(0);
    if (!(regularizer >= 0)) {
      throw WeirException.invalidArgument("l2_regularizer must be >= 0, got %s", regularizer);
    }
    if (matrix.rows == 0 || matrix.columns == 0 || right.columns == 0) {
      return matrix.zerosLike(matrix.columns, right.columns);
    }
    return isFast ? fast(matrix, right, regularizer, tasks) : robust(matrix, right, tasks);
  }

  private static HeapMatrix fast(
      HeapMatrix matrix, HeapMatrix right, double regularizer, RowTasks tasks) {
    HeapMatrix adjoint = matrix.adjoint();
    boolean isTall = matrix.rows >= matrix.columns;
    HeapMatrix gramian = isTall ? adjoint.times(matrix, tasks) : matrix.times(adjoint, tasks);
    for (int i = 0; i < gramian.rows; i++) {
      gramian.re[i][i] += regularizer;
    }
    HeapMatrix upper = CholeskyRows.upper(gramian, tasks);
    if (upper == null) {
      throw WeirException.invalidArgument(
          "Input matrix was rank deficient or ill-conditioned: set fast to false or use a larger"
              + " l2_regularizer than %s",
          regularizer);
    }
    HeapMatrix x = isTall ? adjoint.times(right, tasks) : right;
    TriangleSolver.solve(upper.adjoint(), x, true, false, tasks);
    TriangleSolver.solve(upper, x, false, false, tasks);
    return isTall ? x : adjoint.times(x, tasks);
  }

  /** By singular values; those that are 0 but for rounding are left out. */
  private static HeapMatrix robust(HeapMatrix matrix, HeapMatrix right, RowTasks tasks) {
    int largest = Math.max(matrix.rows, matrix.columns);
    SingularValues svd = SingularValues.of(matrix, true, false, tasks);
    if (svd.left == null || svd.right == null) {
      throw new IllegalStateException("vectors were asked for");
    }
    double least = svd.values[0] * largest * Math.ulp(1.0);
    HeapMatrix coordinates = svd.left.adjoint().times(right, tasks);
    for (int i = 0; i < svd.values.length; i++) {
      coordinates.scaleRow(i, svd.values[i] > least ? 1 / svd.values[i] : 0);
    }
    return svd.right.times(coordinates, tasks);
  }
}
