package dev.weir.kernels.vector;

import dev.weir.kernels.vector.internal.convolution.ConvolutionKernels;
import dev.weir.kernels.vector.internal.data.DataKernels;
import dev.weir.kernels.vector.internal.einsum.EinsumKernels;
import dev.weir.kernels.vector.internal.elementwise.ElementwiseKernels;
import dev.weir.kernels.vector.internal.gemm.GemmKernels;
import dev.weir.kernels.vector.internal.image.ImageKernels;
import dev.weir.kernels.vector.internal.linalg.LinalgKernels;
import dev.weir.kernels.vector.internal.nn.NnKernels;
import dev.weir.kernels.vector.internal.pool.PoolKernels;
import dev.weir.kernels.vector.internal.rank.RankKernels;
import dev.weir.kernels.vector.internal.recurrent.RecurrentKernels;
import dev.weir.kernels.vector.internal.reduce.ReductionKernels;
import dev.weir.kernels.vector.internal.segment.SegmentKernels;
import dev.weir.kernels.vector.internal.support.KernelTable;

/** All kernels of this module, by family. */
final class VectorKernels {
  private VectorKernels() {}

  static KernelTable all() {
    KernelTable table = new KernelTable();
    ElementwiseKernels.addTo(table);
    GemmKernels.addTo(table);
    EinsumKernels.addTo(table);
    LinalgKernels.addTo(table);
    ReductionKernels.addTo(table);
    SegmentKernels.addTo(table);
    RankKernels.addTo(table);
    NnKernels.addTo(table);
    RecurrentKernels.addTo(table);
    ConvolutionKernels.addTo(table);
    DataKernels.addTo(table);
    ImageKernels.addTo(table);
    PoolKernels.addTo(table);
    return table;
  }
}
