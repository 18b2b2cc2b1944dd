package dev.weir.testkit.samples;

import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import java.util.List;
import java.util.stream.Stream;

/** Samples of the ops in {@code dev.weir.ops.array}. */
final class ArraySamples {
  private ArraySamples() {}

  static List<OpSample> samples() {
    return Stream.of(
            ArrayShapeSamples.samples(),
            ArrayJoinSamples.samples(),
            ArraySliceSamples.samples(),
            ArrayPadSamples.samples(),
            ArrayGatherSamples.samples(),
            ArrayScatterSamples.samples(),
            ArrayFillSamples.samples(),
            ArrayOrderSamples.samples(),
            ArrayDiagonalSamples.samples(),
            ArrayBlockSamples.samples(),
            ArraySearchSamples.samples())
        .flatMap(List::stream)
        .toList();
  }

  static List<Scenario> scenarios() {
    return ArrayScenarios.scenarios();
  }

  /** A sample whose results must be the same bit for bit: nothing is computed, only moved. */
  static OpSample exact(String op) {
    return OpSample.of(op).exact();
  }
}
