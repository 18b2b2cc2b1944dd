package dev.weir.kernels.vector.internal.nn;

import dev.weir.kernels.vector.internal.support.KernelTable;

/** Kernels of neural networks: softmax, losses, bias, normalization. */
public final class NnKernels {
  private NnKernels() {}

  /** Adds all of them to a table. */
  public static void addTo(KernelTable table) {
    SoftmaxVectorKernel.addTo(table);
    SoftmaxCrossEntropyVectorKernel.addTo(table);
    SparseSoftmaxCrossEntropyVectorKernel.addTo(table);
    BiasAddVectorKernel.addTo(table);
    LrnVectorKernel.addTo(table);
  }
}
