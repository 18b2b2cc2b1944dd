package dev.weir.ops.linalg;

import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;

/** The principal logarithm of each matrix: {@code e^Y = A}, imaginary parts in (-π, π]. */
final class MatrixLogarithm extends SquareOp {
  MatrixLogarithm() {
    super("MatrixLogarithm(input: T) -> (output: T) T:type in [complex64, complex128];");
  }

  @Override
  Matrix apply(Matrix matrix, Attributes attrs) {
    return MatrixFunctions.logarithm(matrix);
  }

  @Override
  public void gradient(GradientContext context) {
    context.flow(
        0,
        () ->
            MatrixGradients.of(context)
                .ofFunction("MatrixLogarithm", context.input(0), context.gradient()));
  }
}
