package dev.weir.ops.linalg;

import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;

/** {@code e^A = I + A + A²/2! + …} for each matrix. */
final class MatrixExponential extends SquareOp {
  MatrixExponential() {
    super(
        "MatrixExponential(input: T) -> (output: T) T:type in [double, float, half,"
            + " complex64, complex128];");
  }

  @Override
  Matrix apply(Matrix matrix, Attributes attrs) {
    return MatrixFunctions.exponential(matrix);
  }

  @Override
  public void gradient(GradientContext context) {
    context.flow(
        0,
        () ->
            MatrixGradients.of(context)
                .ofFunction("MatrixExponential", context.input(0), context.gradient()));
  }
}
