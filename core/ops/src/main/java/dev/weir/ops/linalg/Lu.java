package dev.weir.ops.linalg;

import dev.weir.error.WeirException;
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
 * {@code P A = L U} for each square matrix: L below the diagonal (its own diagonal is all ones) and
 * U in one matrix, and for each row the row of A that it came from. Matrices with a pivot of 0 are
 * refused.
 */
final class Lu extends Op {
  Lu() {
    super(
        "Lu(input: T) -> (lu: T, p: output_idx_type) T:type in [double, float, half,"
            + " complex64, complex128]; output_idx_type:type=int32 in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    long size = Batches.square(context, 0);
    Shape batch = Batches.batch(context, 0);
    return List.of(Batches.matrices(batch, size, size), batch.concat(Shape.of(size)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor input = context.input(0);
      Shape shape = input.shape();
      Tensor factors = context.allocate(0, shape);
      Tensor order = context.allocate(1, shape.slice(0, shape.rank() - 1));
      Batches.forEach(
          context,
          Batches.batch(shape),
          i -> {
            LuFactors lu = LuFactors.of(Matrix.read(input, i));
            if (lu.isSingular()) {
              throw WeirException.invalidArgument("Input is not invertible: a pivot is 0");
            }
            lu.factors.write(factors, i);
            for (int k = 0; k < lu.order.length; k++) {
              order.setLong(i * lu.order.length + k, lu.order[k]);
            }
          });
    };
  }

  /** {@code P' L^-* (M + N) U^-*}, M strictly below the diagonal of L* dL, N above in dU U*. */
  @Override
  public void gradient(GradientContext context) {
    MatrixGradients on = MatrixGradients.of(context);
    GradientOps ops = GradientOps.of(context);
    context.flow(
        0,
        () -> {
          Output factors = context.output(0);
          Output gradient = context.gradient(0);
          Output zeros = ops.zerosLike(on.diagonalOf(factors));
          Output ones = ops.onesLike(zeros);
          Output lower = on.withDiagonal(on.lower(factors), ones);
          Output lowerGradient = on.withDiagonal(on.lower(gradient), zeros);
          Output below = on.withDiagonal(on.lower(on.adjointTimes(lower, lowerGradient)), zeros);
          Output above = on.upper(on.timesAdjoint(on.upper(gradient), on.upper(factors)));
          Output left = on.solveTriangle(lower, ops.add(below, above), true, true);
          Output both = on.adjoint(on.solveTriangle(factors, on.adjoint(left), false, false));
          return on.adjointTimes(permutation(context), both);
        });
  }

  /** The matrix P. */
  private static Output permutation(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output factors = context.output(0);
    Output size = on.reshape(MatrixGradients.of(context).size(factors, -1), on.ints());
    return on.op("OneHot", context.output(1), size, on.scalar(1, factors), on.scalar(0, factors));
  }
}
