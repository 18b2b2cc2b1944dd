package dev.weir.testkit.samples;

import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import java.util.List;

/** Samples of the ops in {@code dev.weir.ops.reduce}. */
final class ReduceSamples {
  private ReduceSamples() {}

  static List<OpSample> samples() {
    return List.of();
  }

  static List<Scenario> scenarios() {
    return List.of();
  }
}
