package dev.weir.kernels.vector.internal.rank;

import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.DType;

/** Kernels of ops that order, count or look up elements. */
public final class RankKernels {
  private RankKernels() {}

  /** Adds all of them to a table. */
  public static void addTo(KernelTable table) {
    for (DType dtype : DType.values()) {
      if (!dtype.isObject()) {
        WhereVectorKernel.addTo(table, dtype);
        if (!dtype.isComplex()) {
          ArgVectorKernel.addTo(table, dtype);
          TopVectorKernel.addTo(table, dtype);
          NthVectorKernel.addTo(table, dtype);
          SearchVectorKernel.addTo(table, dtype);
          UniqueVectorKernel.addTo(table, dtype);
          PositionVectorKernels.addDifference(table, dtype);
        }
      }
    }
    InTopVectorKernel.addTo(table);
    BinVectorKernels.addTo(table);
    PositionVectorKernels.addInversions(table);
  }
}
