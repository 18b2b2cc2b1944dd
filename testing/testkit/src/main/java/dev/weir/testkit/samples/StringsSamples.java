package dev.weir.testkit.samples;

import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import java.util.List;
import java.util.stream.Stream;

/** Samples of the ops in {@code dev.weir.ops.strings}. */
final class StringsSamples {
  private StringsSamples() {}

  static List<OpSample> samples() {
    return Stream.of(
            TextSamples.samples(),
            StringNumberSamples.samples(),
            RegexSamples.samples(),
            UnicodeSamples.samples())
        .flatMap(List::stream)
        .toList();
  }

  static List<Scenario> scenarios() {
    return List.of();
  }
}
