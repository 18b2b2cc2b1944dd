package dev.weir.testkit.samples;

import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import java.util.List;
import java.util.stream.Stream;

/** Samples of the ops in {@code dev.weir.ops.math}. */
final class MathSamples {
  private MathSamples() {}

  static List<OpSample> samples() {
    return Stream.of(
            UnarySamples.samples(),
            BinarySamples.samples(),
            ComparisonSamples.samples(),
            ConversionSamples.samples(),
            ActivationSamples.samples(),
            SpecialSamples.samples())
        .flatMap(List::stream)
        .toList();
  }

  static List<Scenario> scenarios() {
    return List.of();
  }
}
