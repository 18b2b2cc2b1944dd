package dev.weir.kernels.onednn;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** {@code MatMul} of float32. */
final class MatMulOneDnnKernel implements Kernel {
  private final boolean transposeA;
  private final boolean transposeB;

  MatMulOneDnnKernel(boolean transposeA, boolean transposeB) {
    this.transposeA = transposeA;
    this.transposeB = transposeB;
  }

  @Override
  public void compute(KernelContext context) {
    Tensor a = context.input(0);
    Tensor b = context.input(1);
    long m = a.shape().size(transposeA ? 1 : 0);
    long k = a.shape().size(transposeA ? 0 : 1);
    long n = b.shape().size(transposeB ? 0 : 1);
    Tensor c = context.allocate(0, Shape.of(m, n));
    new Product(context, m, k, n, transposeA, transposeB).multiply(a, b, c);
  }
}
