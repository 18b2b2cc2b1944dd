package dev.weir.ops.array.index;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Elements gathered, scattered and found by index. */
public final class IndexLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new Bucketize(),
        new DynamicPartition(),
        new DynamicStitch(),
        new GatherNd(),
        new GatherV2(),
        new InvertPermutation(),
        new ListDiff(),
        new LowerBound(),
        new OneHot(),
        new ParallelDynamicStitch(),
        new ScatterNd(),
        new ScatterNdNonAliasingAdd(),
        new TensorScatterAdd(),
        new TensorScatterMax(),
        new TensorScatterMin(),
        new TensorScatterSub(),
        new TensorScatterUpdate(),
        new Unique(),
        new UniqueV2(),
        new UniqueWithCounts(),
        new UniqueWithCountsV2(),
        new UnravelIndex(),
        new UpperBound(),
        new Where());
  }

  @Override
  public List<OpDefinition> legacyOps() {
    return List.of(new Gather());
  }
}
