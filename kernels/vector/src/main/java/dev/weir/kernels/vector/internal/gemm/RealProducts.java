package dev.weir.kernels.vector.internal.gemm;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.MatrixView;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;

/** Products of matrices of float32 or float64 for other kernels of this module. */
public final class RealProducts {
  private RealProducts() {}

  /** Sets {@code c} to {@code a b}, all of one type, on the cores of a running kernel. */
  public static void multiply(KernelContext context, MatrixView a, MatrixView b, MatrixView c) {
    boolean isDouble = c.tensor().dtype() == DType.FLOAT64;
    int m = Math.toIntExact(c.rows());
    int n = Math.toIntExact(c.columns());
    int k = Math.toIntExact(a.columns());
    if (m == 0 || n == 0) {
      return;
    }
    if (SmallProduct.handles(m, n, k)) {
      SmallProduct.multiply(m, n, k, matrix(a), matrix(b), matrix(c), isDouble);
      return;
    }
    GemmWarmth.await(isDouble);
    Gemm<?> gemm = isDouble ? Gemm.ofDoubles() : Gemm.ofFloats();
    gemm.multiply(m, n, k, matrix(a), matrix(b), matrix(c), GemmTasks.on(context.parallel()));
  }

  private static GemmMatrix matrix(MatrixView view) {
    return new GemmMatrix(
        RawMemory.bytes(view.tensor()), view.offset(), view.stride(), view.isTransposed());
  }
}
