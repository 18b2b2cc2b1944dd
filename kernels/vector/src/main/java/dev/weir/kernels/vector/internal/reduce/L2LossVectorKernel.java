package dev.weir.kernels.vector.internal.reduce;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** {@code L2Loss}: half the sum of squares. It does not depend on the number of threads. */
final class L2LossVectorKernel implements Kernel {
  private final ReductionLoop squares;
  private final int shift;

  /** Of a loop that adds squares. */
  L2LossVectorKernel(ReductionLoop squares, int shift) {
    this.squares = squares;
    this.shift = shift;
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(0);
    long from = RawMemory.address(x);
    double sum =
        x.elements() < 2 * ReductionLoop.BLOCK
            ? squares.reduce(from, x.elements())
            : ReductionVectorKernel.inBlocks(context, squares, shift, from, x.elements());
    context.allocate(0, Shape.scalar()).setDouble(0, sum / 2);
  }
}
