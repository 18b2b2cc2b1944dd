package dev.weir.kernels.vector.internal.data;

import dev.weir.graph.kernel.ElementMoves;
import dev.weir.kernels.vector.internal.support.KernelTable;

/** Kernels that move and convert elements: casts, fills, transpositions. */
public final class DataKernels {
  private DataKernels() {}

  /** Moves of elements for kernels of any provider. */
  public static ElementMoves moves() {
    return VectorMoves.INSTANCE;
  }

  /** Adds all of them to a table. */
  public static void addTo(KernelTable table) {
    CastKernels.addTo(table);
    FillVectorKernel.addTo(table);
    OneHotVectorKernel.addTo(table);
    PartitionVectorKernel.addTo(table);
    TransposeVectorKernel.addTo(table);
  }
}
