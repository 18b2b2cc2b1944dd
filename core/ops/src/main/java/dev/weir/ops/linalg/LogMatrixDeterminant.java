package dev.weir.ops.linalg;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The sign of the determinant of each matrix and the logarithm of its absolute value: 0 and -∞ for
 * singular matrices, 1 and 0 for empty ones.
 */
final class LogMatrixDeterminant extends Op {
  LogMatrixDeterminant() {
    super(
        "LogMatrixDeterminant(input: T) -> (sign: T, log_abs_determinant: T) T:type in"
            + " [half, float, double, complex64, complex128];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Batches.square(context, 0);
    Shape batch = Batches.batch(context, 0);
    return List.of(batch, batch);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor input = context.input(0);
      Shape batch = Batches.batch(input.shape());
      Tensor sign = context.allocate(0, batch);
      Tensor log = context.allocate(1, batch);
      Batches.forEach(
          context,
          batch,
          i -> {
            SignedLog determinant = SignedLog.determinant(Matrix.read(input, i));
            SignedLog.set(sign, i, determinant.sign());
            SignedLog.set(log, i, new Complex(determinant.log(), 0));
          });
    };
  }

  /** The sign of a real determinant is constant; that of a complex one turns. */
  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () -> {
          Output factor = context.gradient(1);
          if (factor.dtype().isComplex()) {
            Output turn = on.mul(context.gradient(0), on.conj(context.output(0)));
            factor = on.complex(on.real(factor), on.imaginary(turn));
          }
          return on.mul(
              MatrixGradients.of(context).asMatrix(factor),
              MatrixInverse.ofAdjoint(on, context.input(0)));
        });
  }
}
