package dev.weir.kernels.vector.internal.nn;

import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.DType;

/** Kernels of neural networks: softmax, losses, bias, normalization. */
public final class NnKernels {
  private NnKernels() {}

  /** Adds all of them to a table. */
  public static void addTo(KernelTable table) {
    SoftmaxVectorKernel.addTo(table);
    SoftmaxCrossEntropyVectorKernel.addTo(table);
    SparseSoftmaxCrossEntropyVectorKernel.addTo(table);
    for (DType dtype : new DType[] {DType.FLOAT64, DType.FLOAT16, DType.BFLOAT16}) {
      WideSoftmaxVectorKernel.addTo(table, dtype);
      WideCrossEntropyVectorKernel.addTo(table, dtype);
    }
    BiasAddVectorKernel.addTo(table);
    LrnVectorKernel.addTo(table);
  }
}
