package dev.weir.ops.math.segment;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Reductions of segments. */
public final class SegmentLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new SegmentMax(),
        new SegmentMaxV2(),
        new SegmentMean(),
        new SegmentMin(),
        new SegmentMinV2(),
        new SegmentProd(),
        new SegmentProdV2(),
        new SegmentSum(),
        new SegmentSumV2(),
        new UnsortedSegmentMax(),
        new UnsortedSegmentMin(),
        new UnsortedSegmentProd(),
        new UnsortedSegmentSum());
  }
}
