package dev.weir.ops.linalg;

import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;

/**
 * The principal root of each matrix: {@code Y Y = A}, eigenvalues in the right half plane. A real
 * matrix without a real one gives NaN.
 */
final class MatrixSquareRoot extends SquareOp {
  private static final double NEARLY = 1e-7;

  MatrixSquareRoot() {
    super(
        "MatrixSquareRoot(input: T) -> (output: T) T:type in [double, float, half,"
            + " complex64, complex128];");
  }

  @Override
  Matrix apply(Matrix matrix, Attributes attrs) {
    Matrix root = MatrixFunctions.squareRoot(matrix);
    return attrs.type("T").isComplex() || isNearlyReal(root)
        ? root
        : Matrix.undefined(matrix.rows, matrix.rows);
  }

  private static boolean isNearlyReal(Matrix root) {
    double bound = NEARLY * root.norm1();
    for (double part : root.im) {
      if (!(Math.abs(part) <= bound)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void gradient(GradientContext context) {
    context.flow(
        0,
        () ->
            MatrixGradients.of(context)
                .ofFunction("MatrixSquareRoot", context.input(0), context.gradient()));
  }
}
