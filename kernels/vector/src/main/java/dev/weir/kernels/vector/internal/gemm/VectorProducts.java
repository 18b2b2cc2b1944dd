package dev.weir.kernels.vector.internal.gemm;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.MatrixProducts;
import dev.weir.graph.kernel.MatrixView;
import dev.weir.kernels.vector.internal.support.RawMemory;

/** Products for use inside kernels, if no provider of higher priority has any. */
final class VectorProducts implements MatrixProducts {
  @Override
  public void multiply(KernelContext context, MatrixView a, MatrixView b, MatrixView c) {
    multiply(a, b, c, GemmTasks.on(context.parallel()));
  }

  @Override
  public Factor prepare(KernelContext context, MatrixView a, MatrixView b, MatrixView c) {
    return (left, product) -> multiply(left, b, product, GemmTasks.SERIAL);
  }

  private static void multiply(MatrixView a, MatrixView b, MatrixView c, GemmTasks tasks) {
    int m = Math.toIntExact(c.rows());
    int n = Math.toIntExact(c.columns());
    int k = Math.toIntExact(a.columns());
    if (m == 0 || n == 0) {
      return;
    }
    if (SmallProduct.handles(m, n, k)) {
      SmallProduct.multiply(m, n, k, matrix(a), matrix(b), matrix(c), false);
      return;
    }
    GemmWarmth.await(false);
    Gemm.ofFloats().multiply(m, n, k, matrix(a), matrix(b), matrix(c), tasks);
  }

  private static GemmMatrix matrix(MatrixView view) {
    return new GemmMatrix(
        RawMemory.bytes(view.tensor()), view.offset(), view.stride(), view.isTransposed());
  }
}
