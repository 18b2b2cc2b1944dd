package dev.weir.ops.linalg;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;

/** The inverse of each matrix, or of its adjoint. Matrices with a pivot of 0 are refused. */
final class MatrixInverse extends SquareOp {
  MatrixInverse() {
    super(
        "MatrixInverse(input: T) -> (output: T) adjoint:bool=false; T:type in [double,"
            + " float, half, complex64, complex128];");
  }

  @Override
  Matrix apply(Matrix matrix, Attributes attrs) {
    LuFactors factors = LuFactors.of(attrs.bool("adjoint") ? matrix.adjoint() : matrix);
    if (factors.isSingular()) {
      throw WeirException.invalidArgument("Input is not invertible: a pivot is 0");
    }
    return factors.solve(Matrix.identity(matrix.rows));
  }
}
