package dev.weir.testkit.samples;

import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import java.util.List;
import java.util.stream.Stream;

/** Samples of reductions, segments, counting, softmax and sparse tensors. */
final class ReduceSamples {
  private ReduceSamples() {}

  static List<OpSample> samples() {
    return Stream.of(
            ReductionSamples.samples(),
            ScanSamples.samples(),
            SegmentSamples.samples(),
            SparseSegmentSamples.samples(),
            CountingSamples.samples(),
            SoftmaxSamples.samples(),
            SparseSamples.samples())
        .flatMap(List::stream)
        .toList();
  }

  static List<Scenario> scenarios() {
    return List.of();
  }
}
