package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.vector;

import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import java.util.List;

/** Samples of the ops in {@code dev.weir.ops.math}. */
final class MathSamples {
  private MathSamples() {}

  static List<OpSample> samples() {
    return List.of(
        OpSample.of("Tanh")
            .input(
                vector(-30, -2, -0.5, 0, 1e-3, 0.5, 2, 30, Double.POSITIVE_INFINITY, Double.NaN)),
        OpSample.of("AddV2").input(matrix(2, 3, 1, 2, 3, 4, 5, 6)).input(vector(10, 20, 30)),
        OpSample.of("AddV2")
            .named("sizes that do not fit")
            .input(matrix(2, 3, 1, 2, 3, 4, 5, 6))
            .input(vector(1, 2))
            .refused("Incompatible shapes"));
  }

  static List<Scenario> scenarios() {
    return List.of();
  }
}
