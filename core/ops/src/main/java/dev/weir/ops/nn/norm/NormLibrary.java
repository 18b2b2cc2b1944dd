package dev.weir.ops.nn.norm;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Normalization. */
public final class NormLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(new FusedBatchNormV3(), new LRN());
  }

  @Override
  public List<OpDefinition> gradientOps() {
    return List.of(
        new FusedBatchNormGrad(),
        new FusedBatchNormGradV2(),
        new FusedBatchNormGradV3(),
        new LRNGrad());
  }

  @Override
  public List<OpDefinition> legacyOps() {
    return List.of(new FusedBatchNorm(), new FusedBatchNormV2());
  }
}
