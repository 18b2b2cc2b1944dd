package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.autodiff.Gradients;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.random.RandomOps;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Gradients of draws. A draw is not a smooth function of its parameter, since it may be rejected
 * and repeated; its gradient is how it must change to keep its place in the distribution.
 */
final class TestDrawGradients {
  private static final double STEP = 0x1p-12;

  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final Output alpha = ops.constant(new double[] {0.3, 1, 2.5, 40});

  @Test
  void gammaKeepsItsPlace() {
    checkPlaces(ops.random.randomGamma(ops.constant(new int[0]), alpha));
  }

  @Test
  void gammaOfSeedKeepsItsPlace() {
    checkPlaces(
        ops.random.statelessRandomGamma(
            ops.constant(new int[] {4}), ops.constant(new int[] {3, 4}), alpha));
  }

  @Test
  void gammaOfKeyKeepsItsPlace() {
    RandomOps.Generator generator =
        ops.random.statelessRandomGetKeyCounterAlg(ops.constant(new int[] {3, 4}));
    checkPlaces(ops.random.statelessRandomGamma(ops.constant(new int[] {4}), generator, alpha));
  }

  /** {@code P(a, x)}, the place of x in the distribution of a, stays the same. */
  private void checkPlaces(Output draws) {
    Output slope = Gradients.of(draws, List.of(alpha)).getFirst().dense(ops.scope());
    Output before = place(draws, slope, -STEP);
    Output after = place(draws, slope, STEP);
    try (Session session = Session.open(graph)) {
      List<Tensor> results = session.runner().fetch(before).fetch(after).fetch(slope).run();
      for (int i = 0; i < 4; i++) {
        double change = results.get(1).getDouble(i) - results.get(0).getDouble(i);
        assertThat(change / (2 * STEP)).isCloseTo(0, within(1e-5));
        assertThat(results.get(2).getDouble(i)).isPositive();
      }
    }
  }

  private Output place(Output draws, Output slope, double step) {
    Output by = ops.constant(step);
    Output moved = ops.math.add(draws, ops.math.mul(by, slope));
    return ops.math.igamma(ops.math.add(alpha, by), moved);
  }

  @Test
  void sumsOverDraws() {
    Output draws = ops.random.randomGamma(ops.constant(new int[] {5, 2}), alpha);
    Output slope = Gradients.of(draws, List.of(alpha)).getFirst().dense(ops.scope());
    Output each = ops.scope().node("RandomGammaGrad").input(alpha).input(draws).build().output(0);
    Output sum = ops.math.sum(each, 0, 1);
    try (Session session = Session.open(graph)) {
      List<Tensor> results = session.runner().fetch(slope).fetch(sum).run();
      assertThat(results.get(0).shape()).isEqualTo(alpha.shape());
      for (int i = 0; i < 4; i++) {
        assertThat(results.get(0).getDouble(i))
            .isCloseTo(results.get(1).getDouble(i), within(1e-12));
      }
    }
  }

  @Test
  void halfPrecisionIsDifferentiatedInSingle() {
    Output half = ops.math.cast(alpha, DType.FLOAT16);
    Output draws = ops.random.randomGamma(ops.constant(new int[0]), half);
    Output slope = Gradients.of(draws, List.of(half)).getFirst().dense(ops.scope());
    assertThat(slope.dtype()).isEqualTo(DType.FLOAT16);
    try (Session session = Session.open(graph)) {
      assertThat(session.run(slope).getDouble(2)).isPositive();
    }
  }
}
