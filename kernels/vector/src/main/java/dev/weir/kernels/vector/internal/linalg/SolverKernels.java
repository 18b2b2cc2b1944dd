package dev.weir.kernels.vector.internal.linalg;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.DType;
import java.util.List;
import java.util.function.Supplier;

/** Factors of matrices and what is solved with them. */
final class SolverKernels {
  static final List<DType> TYPES =
      List.of(DType.FLOAT32, DType.FLOAT64, DType.FLOAT16, DType.COMPLEX64, DType.COMPLEX128);

  private SolverKernels() {}

  static void addTo(KernelTable table) {
    addSquare(table, "Cholesky", SolverKernels::cholesky);
    addSquare(table, "MatrixExponential", MatrixPowers::exponential);
    addSquare(table, "MatrixSquareRoot", TriangleFunctions::squareRoot);
    for (DType dtype : List.of(DType.COMPLEX64, DType.COMPLEX128)) {
      table.addShared(
          "MatrixLogarithm", dtype, () -> new SquareVectorKernel(TriangleFunctions::logarithm));
    }
    for (DType dtype : TYPES) {
      table.addCached(
          "MatrixInverse",
          dtype,
          spec -> spec.attrs().bool("adjoint"),
          adjoint -> new SquareVectorKernel((a, tasks) -> inverse(a, adjoint, tasks)));
      table.addCached(
          "MatrixSolve",
          dtype,
          spec -> spec.attrs().bool("adjoint"),
          adjoint -> new SolveVectorKernel((c, a, b, tasks) -> solve(a, b, adjoint, tasks), false));
      table.addCached(
          "MatrixSolveLs",
          dtype,
          spec -> spec.attrs().bool("fast"),
          isFast ->
              new SolveVectorKernel(
                  (c, a, b, tasks) -> LeastSquares.solve(c, a, b, isFast, tasks), true));
      table.addShared("Lu", dtype, LuVectorKernel::new);
      table.addShared("MatrixDeterminant", dtype, () -> new DeterminantVectorKernel(false));
      table.addShared("LogMatrixDeterminant", dtype, () -> new DeterminantVectorKernel(true));
    }
    for (DType dtype : List.of(DType.FLOAT16, DType.FLOAT32, DType.FLOAT64)) {
      table.addShared(
          "CholeskyGrad", dtype, () -> new SolveVectorKernel(SolverKernels::choleskyGrad, false));
    }
    addTriangular(table);
  }

  static void addSquare(KernelTable table, String op, SquareVectorKernel.Function function) {
    Supplier<Kernel> kernel = () -> new SquareVectorKernel(function);
    TYPES.forEach(dtype -> table.addShared(op, dtype, kernel));
  }

  private static void addTriangular(KernelTable table) {
    for (DType dtype : DType.values()) {
      if (TYPES.contains(dtype) || dtype == DType.BFLOAT16) {
        table.addCached(
            "MatrixTriangularSolve",
            dtype,
            spec -> List.of(spec.attrs().bool("lower"), spec.attrs().bool("adjoint")),
            attrs ->
                new SolveVectorKernel(
                    (c, a, b, tasks) -> triangular(a, b, attrs.get(0), attrs.get(1), tasks),
                    false));
      }
    }
  }

  private static HeapMatrix cholesky(HeapMatrix matrix, RowTasks tasks) {
    HeapMatrix upper = CholeskyRows.upper(matrix, tasks);
    return upper == null ? matrix.fill(Double.NaN).lower() : upper.adjoint();
  }

  private static HeapMatrix inverse(HeapMatrix matrix, boolean adjoint, RowTasks tasks) {
    LuRows lu = LuRows.of(adjoint ? matrix.adjoint() : matrix, tasks);
    if (lu.isSingular()) {
      throw WeirException.invalidArgument("Input is not invertible: a pivot is 0");
    }
    return lu.solve(matrix.identity(matrix.rows), tasks);
  }

  private static HeapMatrix solve(
      HeapMatrix matrix, HeapMatrix right, boolean adjoint, RowTasks tasks) {
    LuRows lu = LuRows.of(adjoint ? matrix.adjoint() : matrix, tasks);
    if (lu.isSingular()) {
      throw WeirException.invalidArgument("Input matrix is not invertible: a pivot is 0");
    }
    return lu.solve(right, tasks);
  }

  private static HeapMatrix triangular(
      HeapMatrix matrix, HeapMatrix right, boolean isLower, boolean adjoint, RowTasks tasks) {
    HeapMatrix a = adjoint ? matrix.adjoint() : matrix;
    TriangleSolver.solve(a, right, isLower != adjoint, false, tasks);
    return right;
  }

  /** The symmetric part of {@code L^-' P L^-1}, P the lower triangle of {@code L' grad}. */
  private static HeapMatrix choleskyGrad(
      KernelContext context, HeapMatrix factor, HeapMatrix gradient, RowTasks tasks) {
    HeapMatrix upper = factor.lower().adjoint();
    HeapMatrix p = upper.times(gradient.lower(), tasks).lower();
    for (int i = 0; i < p.rows; i++) {
      p.re[i][i] *= 0.5;
    }
    TriangleSolver.solve(upper, p, false, false, tasks);
    HeapMatrix whole = p.adjoint();
    TriangleSolver.solve(upper, whole, false, false, tasks);
    return whole.adjoint().add(whole, 1).scale(0.5);
  }
}
