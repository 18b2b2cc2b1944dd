package dev.weir.ops.sparse;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Sparse tensors, and reductions of rows picked by index. */
public final class SparseLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new SparseAdd(),
        new SparseReorder(),
        new SparseReshape(),
        new SparseSegmentMean(),
        new SparseSegmentMeanWithNumSegments(),
        new SparseSegmentSqrtN(),
        new SparseSegmentSqrtNWithNumSegments(),
        new SparseSegmentSum(),
        new SparseSegmentSumWithNumSegments(),
        new SparseTensorDenseMatMul(),
        new SparseToDense());
  }

  @Override
  public List<OpDefinition> gradientOps() {
    return List.of(
        new SparseSegmentMeanGrad(),
        new SparseSegmentMeanGradV2(),
        new SparseSegmentSqrtNGrad(),
        new SparseSegmentSqrtNGradV2(),
        new SparseSegmentSumGrad(),
        new SparseSegmentSumGradV2());
  }
}
