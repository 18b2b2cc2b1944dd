package dev.weir.ops.linalg;

import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;

/**
 * The lower triangular L with {@code A = L L*} for each Hermitian positive definite matrix A, of
 * which only the lower triangle is read. Others give NaN.
 */
final class Cholesky extends SquareOp {
  Cholesky() {
    super(
        "Cholesky(input: T) -> (output: T) T:type in [double, float, half, complex64,"
            + " complex128];");
  }

  @Override
  Matrix apply(Matrix matrix, Attributes attrs) {
    Matrix lower = CholeskyFactor.of(matrix);
    return lower == null ? Matrix.undefined(matrix.rows, matrix.rows).lower() : lower;
  }

  /** With respect to a Hermitian matrix: both triangles get their half, as in TensorFlow. */
  @Override
  public void gradient(GradientContext context) {
    MatrixGradients on = MatrixGradients.of(context);
    context.flow(
        0,
        () -> {
          Output factor = context.output(0);
          Output middle = on.lowerHalf(on.adjointTimes(factor, context.gradient()));
          Output left = on.solveTriangle(factor, middle, true, true); // L^-* M
          Output both = on.solveTriangle(factor, on.adjoint(left), true, true); // L^-* M* L^-1
          return GradientOps.of(context).mul(0.5, on.plusAdjoint(both));
        });
  }
}
