package dev.weir.ops.norm;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The ops of this group. */
public final class NormLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> ops() {
    return List.of(
        new FusedBatchNorm(),
        new FusedBatchNormGrad(),
        new FusedBatchNormGradV2(),
        new FusedBatchNormGradV3(),
        new FusedBatchNormV2(),
        new FusedBatchNormV3(),
        new LRN(),
        new LRNGrad());
  }
}
