package dev.weir.kernels.vector.internal.linalg;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Tensor;

/** An op that makes a matrix of the same size of each square matrix. */
final class SquareVectorKernel implements Kernel {
  /** What is made of a matrix, which may be overwritten. */
  @FunctionalInterface
  interface Function {
    HeapMatrix apply(HeapMatrix matrix, RowTasks tasks);
  }

  private final Function function;

  SquareVectorKernel(Function function) {
    this.function = function;
  }

  @Override
  public void compute(KernelContext context) {
    Tensor input = context.input(0);
    Tensor output = context.allocate(0, input.shape());
    if (output.elements() == 0) {
      return; // there may be more matrices than can be counted through
    }
    double size = input.shape().size(-1);
    MatrixBatch.forEach(
        context,
        MatrixBatch.shape(input).elements(),
        size * size * size,
        (i, tasks) -> function.apply(HeapMatrix.read(input, i), tasks).write(output, i));
  }
}
