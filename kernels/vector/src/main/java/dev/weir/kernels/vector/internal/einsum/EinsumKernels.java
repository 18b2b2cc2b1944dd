package dev.weir.kernels.vector.internal.einsum;

import dev.weir.kernels.vector.internal.support.KernelTable;

/** Kernels of sums by equations. */
public final class EinsumKernels {
  private EinsumKernels() {}

  /** Adds all of them to a table. */
  public static void addTo(KernelTable table) {
    EinsumVectorKernel.addTo(table);
  }
}
