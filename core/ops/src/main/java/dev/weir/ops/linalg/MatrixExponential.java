package dev.weir.ops.linalg;

import dev.weir.graph.Attributes;

/** {@code e^A = I + A + A²/2! + …} for each matrix. */
final class MatrixExponential extends SquareOp {
  MatrixExponential() {
    super(
        "MatrixExponential(input: T) -> (output: T) T:type in [double, float, half,"
            + " complex64, complex128];");
  }

  @Override
  public String notDifferentiable() {
    return "TensorFlow has no gradient for it; its Python function is made of other ops";
  }

  @Override
  Matrix apply(Matrix matrix, Attributes attrs) {
    return MatrixFunctions.exponential(matrix);
  }
}
