package dev.weir.ops.linalg;

import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.GradientOps;
import java.util.function.Supplier;

/**
 * X with {@code A X = B}, or {@code A* X = B}, for triangular matrices A, of which only the
 * triangle is read. Zeros on the diagonal give infinities and NaN. Batch dimensions broadcast.
 */
final class MatrixTriangularSolve extends SolveOp {
  MatrixTriangularSolve() {
    super(
        "MatrixTriangularSolve(matrix: T, rhs: T) -> (output: T) lower:bool=true;"
            + " adjoint:bool=false; T:type in [bfloat16, double, float, half, complex64,"
            + " complex128];",
        true);
  }

  @Override
  long resultRows(ShapeContext context) {
    long size = Batches.square(context, 0);
    checkRows(context, size);
    return Math.max(size, Batches.rows(context, 1));
  }

  @Override
  Matrix solve(Matrix matrix, Matrix right, Attributes attrs, KernelContext context) {
    boolean adjoint = attrs.bool("adjoint");
    Matrix a = adjoint ? matrix.adjoint() : matrix;
    return attrs.bool("lower") != adjoint
        ? Triangular.solveLower(a, right)
        : Triangular.solveUpper(a, right);
  }

  @Override
  public void gradient(GradientContext context) {
    boolean isLower = context.node().attrs().bool("lower");
    boolean adjoint = context.node().attrs().bool("adjoint");
    MatrixGradients on = MatrixGradients.of(context);
    GradientOps ops = GradientOps.of(context);
    Output matrix = context.input(0);
    Supplier<Output> right = () -> on.solveTriangle(matrix, context.gradient(), isLower, !adjoint);
    context.flow(
        0,
        () -> {
          Output whole = matrixGradient(context, right.get(), adjoint);
          return ops.sumTo(isLower ? on.lower(whole) : on.upper(whole), matrix);
        });
    context.flow(1, () -> ops.sumTo(right.get(), context.input(1)));
  }
}
