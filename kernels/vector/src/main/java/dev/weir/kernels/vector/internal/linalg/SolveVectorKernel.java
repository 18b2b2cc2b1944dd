package dev.weir.kernels.vector.internal.linalg;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.BroadcastRows;
import dev.weir.tensor.Tensor;

/** An op that makes a matrix of each pair of a matrix and a right-hand side. */
final class SolveVectorKernel implements Kernel {
  /** What is made of a pair; both may be overwritten. */
  @FunctionalInterface
  interface Function {
    HeapMatrix apply(KernelContext context, HeapMatrix matrix, HeapMatrix right, RowTasks tasks);
  }

  private final Function function;
  private final boolean hasRowsOfColumns;

  /**
   * A kernel.
   *
   * @param hasRowsOfColumns whether a result has as many rows as the matrix has columns, and not as
   *     many as the right-hand side has rows
   */
  SolveVectorKernel(Function function, boolean hasRowsOfColumns) {
    this.function = function;
    this.hasRowsOfColumns = hasRowsOfColumns;
  }

  @Override
  public void compute(KernelContext context) {
    Tensor matrix = context.input(0);
    Tensor right = context.input(1);
    BroadcastRows pairs = MatrixBatch.pairs(matrix, right);
    long rows = hasRowsOfColumns ? matrix.shape().size(-1) : right.shape().size(-2);
    long columns = right.shape().size(-1);
    Tensor output = context.allocate(0, MatrixBatch.matrices(pairs.shape(), rows, columns));
    double work = (double) matrix.shape().size(-2) * matrix.shape().size(-1) * (rows + columns);
    MatrixBatch.forEach(
        context,
        pairs.shape().elements(),
        work,
        (i, tasks) -> {
          HeapMatrix a = HeapMatrix.read(matrix, pairs.leftOf(i));
          HeapMatrix b = HeapMatrix.read(right, pairs.rightOf(i));
          function.apply(context, a, b, tasks).write(output, i);
        });
  }
}
