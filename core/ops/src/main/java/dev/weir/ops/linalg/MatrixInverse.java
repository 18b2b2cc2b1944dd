package dev.weir.ops.linalg;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;

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

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    boolean adjoint = context.node().attrs().bool("adjoint");
    Output inverse = context.output(0);
    context.flow(
        0,
        () -> {
          Output right = on.batchMatMul(context.gradient(), inverse, adjoint, !adjoint);
          return on.neg(on.batchMatMul(inverse, right, !adjoint, false));
        });
  }

  /** {@code A^-*}, for the gradients of determinants. */
  static Output ofAdjoint(GradientOps on, Operand matrix) {
    return on.node("MatrixInverse").input(matrix).attr("adjoint", true).build().output(0);
  }
}
