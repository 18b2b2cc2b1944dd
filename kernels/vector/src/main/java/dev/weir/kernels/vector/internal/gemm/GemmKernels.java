package dev.weir.kernels.vector.internal.gemm;

import dev.weir.graph.kernel.MatrixProducts;
import dev.weir.kernels.vector.internal.support.KernelTable;

/** Kernels of matrix products, and products for use inside other kernels. */
public final class GemmKernels {
  private GemmKernels() {}

  /** Adds all of them to a table. */
  public static void addTo(KernelTable table) {
    MatMulVectorKernel.addTo(table);
    TypedMatMulKernel.addTo(table);
  }

  /** Products inside kernels. */
  public static MatrixProducts products() {
    return new VectorProducts();
  }
}
