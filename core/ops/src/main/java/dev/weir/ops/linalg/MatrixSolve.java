package dev.weir.ops.linalg;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import java.util.function.Supplier;

/** X with {@code A X = B}, or {@code A* X = B}. Matrices with a pivot of 0 are refused. */
final class MatrixSolve extends SolveOp {
  MatrixSolve() {
    super(
        "MatrixSolve(matrix: T, rhs: T) -> (output: T) adjoint:bool=false; T:type in"
            + " [double, float, half, complex64, complex128];",
        false);
  }

  @Override
  long resultRows(ShapeContext context) {
    long size = Batches.square(context, 0);
    checkRows(context, size);
    return Math.max(size, Batches.rows(context, 1));
  }

  @Override
  Matrix solve(Matrix matrix, Matrix right, Attributes attrs, KernelContext context) {
    LuFactors factors = LuFactors.of(attrs.bool("adjoint") ? matrix.adjoint() : matrix);
    if (factors.isSingular()) {
      throw WeirException.invalidArgument("Input matrix is not invertible: a pivot is 0");
    }
    return factors.solve(right);
  }

  @Override
  public void gradient(GradientContext context) {
    boolean adjoint = context.node().attrs().bool("adjoint");
    MatrixGradients on = MatrixGradients.of(context);
    Supplier<Output> right = () -> on.solve(context.input(0), context.gradient(), !adjoint);
    context.flow(0, () -> matrixGradient(context, right.get(), adjoint));
    context.flow(1, right);
  }
}
