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

/** The determinant of each matrix; 1 for an empty one. */
final class MatrixDeterminant extends Op {
  MatrixDeterminant() {
    super(
        "MatrixDeterminant(input: T) -> (output: T) T:type in [half, float, double,"
            + " complex64, complex128];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Batches.square(context, 0);
    return List.of(Batches.batch(context, 0));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor input = context.input(0);
      Shape batch = Batches.batch(input.shape());
      Tensor output = context.allocate(0, batch);
      Batches.forEach(
          context,
          batch,
          i -> {
            SignedLog determinant = SignedLog.determinant(Matrix.read(input, i));
            Complex value = determinant.sign().times(Math.exp(determinant.log()));
            SignedLog.set(output, i, value);
          });
    };
  }

  /** {@code det A · A^-*}; singular matrices are refused, as in TensorFlow. */
  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () -> {
          Output factor = on.mul(context.gradient(), on.conj(context.output(0)));
          return on.mul(
              MatrixGradients.of(context).asMatrix(factor),
              MatrixInverse.ofAdjoint(on, context.input(0)));
        });
  }
}
