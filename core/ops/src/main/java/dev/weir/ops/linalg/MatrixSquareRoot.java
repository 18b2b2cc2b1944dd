package dev.weir.ops.linalg;

import dev.weir.graph.Attributes;

/** The principal root of each matrix: {@code Y Y = A}, eigenvalues in the right half plane. */
final class MatrixSquareRoot extends SquareOp {
  MatrixSquareRoot() {
    super(
        "MatrixSquareRoot(input: T) -> (output: T) T:type in [double, float, half,"
            + " complex64, complex128];");
  }

  @Override
  Matrix apply(Matrix matrix, Attributes attrs) {
    return MatrixFunctions.squareRoot(matrix);
  }
}
