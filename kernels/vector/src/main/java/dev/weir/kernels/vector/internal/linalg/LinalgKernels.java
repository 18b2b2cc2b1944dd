package dev.weir.kernels.vector.internal.linalg;

import dev.weir.kernels.vector.internal.support.KernelTable;

/** Kernels of linear algebra. */
public final class LinalgKernels {
  private LinalgKernels() {}

  /** Adds all of them to a table. */
  public static void addTo(KernelTable table) {
    CrossVectorKernel.addTo(table);
    SparseProductVectorKernel.addTo(table);
    SolverKernels.addTo(table);
    BandKernels.addTo(table);
    QrVectorKernel.addTo(table);
    SelfAdjointEigVectorKernel.addTo(table);
    SvdVectorKernel.addTo(table);
    EigVectorKernel.addTo(table);
  }
}
