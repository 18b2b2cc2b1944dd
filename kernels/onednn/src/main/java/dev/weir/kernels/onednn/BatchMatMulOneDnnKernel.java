package dev.weir.kernels.onednn;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** {@code BatchMatMul} and its later versions, in float32; the adjoint of a real matrix. */
final class BatchMatMulOneDnnKernel implements Kernel {
  private final boolean adjointX;
  private final boolean adjointY;

  BatchMatMulOneDnnKernel(boolean adjointX, boolean adjointY) {
    this.adjointX = adjointX;
    this.adjointY = adjointY;
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(0);
    Tensor y = context.input(1);
    BatchPairs pairs = BatchPairs.of(x.shape(), y.shape());
    long m = x.shape().size(adjointX ? -1 : -2);
    long k = x.shape().size(adjointX ? -2 : -1);
    long n = y.shape().size(adjointY ? -2 : -1);
    Tensor output = context.allocate(0, pairs.shape().concat(Shape.of(m, n)));
    new Product(context, m, k, n, adjointX, adjointY).multiply(pairs, x, y, output);
  }
}
