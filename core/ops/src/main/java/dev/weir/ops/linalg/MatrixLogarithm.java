package dev.weir.ops.linalg;

import dev.weir.graph.Attributes;

/** The principal logarithm of each matrix: {@code e^Y = A}, imaginary parts in (-π, π]. */
final class MatrixLogarithm extends SquareOp {
  MatrixLogarithm() {
    super("MatrixLogarithm(input: T) -> (output: T) T:type in [complex64, complex128];");
  }

  @Override
  public String notDifferentiable() {
    return "TensorFlow has no gradient for it";
  }

  @Override
  Matrix apply(Matrix matrix, Attributes attrs) {
    return MatrixFunctions.logarithm(matrix);
  }
}
