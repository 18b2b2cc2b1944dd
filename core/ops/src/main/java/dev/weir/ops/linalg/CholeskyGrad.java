package dev.weir.ops.linalg;

import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;

/**
 * The gradient of {@code Cholesky}: from the factor L and the gradient with respect to it, the
 * symmetric gradient with respect to the matrix. Only lower triangles are read. With {@code P} the
 * lower triangle of {@code L' grad}, its diagonal halved, the result is the symmetric part of
 * {@code L^-' P L^-1}.
 */
final class CholeskyGrad extends SolveOp {
  CholeskyGrad() {
    super("CholeskyGrad(l: T, grad: T) -> (output: T) T:type in [half, float, double];", false);
  }

  @Override
  public String notDifferentiable() {
    return "it is a gradient itself, and TensorFlow has none for it";
  }

  @Override
  long resultRows(ShapeContext context) {
    long size = Batches.square(context, 0);
    long gradient = Batches.square(context, 1);
    checkRows(context, size);
    return Math.max(size, gradient);
  }

  @Override
  Matrix solve(Matrix matrix, Matrix right, Attributes attrs, KernelContext context) {
    Matrix lower = matrix.lower();
    Matrix upper = lower.adjoint();
    Matrix p = upper.times(right.lower()).lower();
    for (int i = 0; i < p.rows; i++) {
      p.set(i, i, p.at(i, i).times(0.5));
    }
    Matrix half = Triangular.solveUpper(upper, p); // L^-' P
    Matrix whole = Triangular.solveUpper(upper, half.adjoint()); // its adjoint, then L^-'
    return whole.copy().add(whole.adjoint(), 1).scale(0.5);
  }
}
