package dev.weir.kernels.vector;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.MatrixProducts;
import dev.weir.graph.kernel.MatrixView;

/** Products inside kernels, where nobody has faster ones. */
final class VectorProducts implements MatrixProducts {
  @Override
  public void multiply(KernelContext context, MatrixView a, MatrixView b, MatrixView c) {
    multiply(a, b, c, Tasks.on(context.parallel()));
  }

  @Override
  public Factor prepare(KernelContext context, MatrixView a, MatrixView b, MatrixView c) {
    return (left, product) -> multiply(left, b, product, Tasks.SERIAL);
  }

  private static void multiply(MatrixView a, MatrixView b, MatrixView c, Tasks tasks) {
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
    Sgemm.multiply(m, n, k, matrix(a), matrix(b), matrix(c), tasks);
  }

  private static Matrix matrix(MatrixView view) {
    return new Matrix(
        RawMemory.bytes(view.tensor()), view.offset(), view.stride(), view.isTransposed());
  }
}
