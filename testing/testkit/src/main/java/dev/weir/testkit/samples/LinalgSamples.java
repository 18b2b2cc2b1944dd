package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.range;

import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import java.util.List;

/** Samples of the ops in {@code dev.weir.ops.linalg}. */
final class LinalgSamples {
  private LinalgSamples() {}

  static List<OpSample> samples() {
    return List.of(
        OpSample.of("MatMul").input(range(2, 3)).input(range(3, 4)),
        OpSample.of("MatMul")
            .named("both transposed")
            .input(range(3, 2))
            .input(range(4, 3))
            .attr("transpose_a", true)
            .attr("transpose_b", true),
        OpSample.of("MatMul")
            .named("inner sizes differ")
            .input(range(2, 3))
            .input(range(4, 4))
            .refused("inner dimensions must agree"));
  }

  static List<Scenario> scenarios() {
    return List.of();
  }
}
