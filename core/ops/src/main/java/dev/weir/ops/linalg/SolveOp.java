package dev.weir.ops.linalg;

import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Broadcast;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** An op that makes a matrix of each pair of a matrix {@code A} and a right-hand side. */
abstract class SolveOp extends Op {
  private final boolean broadcasts;

  SolveOp(String signature, boolean broadcasts) {
    super(signature);
    this.broadcasts = broadcasts;
  }

  /** Checks the sizes of the matrices; returns how many rows a result has. */
  abstract long resultRows(ShapeContext context);

  abstract Matrix solve(Matrix matrix, Matrix right, Attributes attrs, KernelContext context);

  /** Refuses right-hand sides with another number of rows than the system has. */
  static void checkRows(ShapeContext context, long rows) {
    if (!Batches.agree(rows, Batches.rows(context, 1))) {
      throw context.invalid(
          "the right-hand side must have as many rows as the system: %s, %s",
          context.describe(0), context.describe(1));
    }
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape batch = broadcasts ? Batches.broadcast(context, 0, 1) : Batches.common(context, 0, 1);
    long rows = resultRows(context);
    return List.of(Batches.matrices(batch, rows, Batches.columns(context, 1)));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor matrix = context.input(0);
      Tensor right = context.input(1);
      Broadcast broadcast =
          Broadcast.of(Batches.batch(matrix.shape()), Batches.batch(right.shape()));
      long rows = rowsOfResult(matrix.shape(), right.shape());
      Tensor output =
          context.allocate(0, Batches.matrices(broadcast.shape(), rows, right.shape().size(-1)));
      broadcast.forEachRun(
          (result, i, iStep, j, jStep, count) -> {
            for (long n = 0; n < count; n++) {
              Matrix a = Matrix.read(matrix, i + n * iStep);
              Matrix b = Matrix.read(right, j + n * jStep);
              solve(a, b, spec.attrs(), context).write(output, result + n);
            }
          });
    };
  }

  /** As many rows as the right-hand side has, unless an op says otherwise. */
  long rowsOfResult(Shape matrix, Shape right) {
    return right.size(-2);
  }

  /**
   * The gradient with respect to the matrix, all of it.
   *
   * @param right the gradient with respect to the right-hand side
   * @param adjoint whether the system is that of the adjoint
   */
  static Output matrixGradient(GradientContext context, Output right, boolean adjoint) {
    MatrixGradients on = MatrixGradients.of(context);
    Output solution = context.output(0);
    return GradientOps.of(context)
        .neg(adjoint ? on.timesAdjoint(solution, right) : on.timesAdjoint(right, solution));
  }
}
