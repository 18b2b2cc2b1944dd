package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.weir.autodiff.Gradients;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TestLosses {
  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);

  /** Models often start where all scores are exactly 0, in the middle of several kinks. */
  @Test
  void sigmoidCrossEntropyHasItsGradientAtZeroToo() {
    Output labels = ops.constant(new float[] {0, 1, 0, 1});
    Output logits = ops.constant(new float[] {0, 0, -2, 2});
    Output loss = Losses.sigmoidCrossEntropy(ops, labels, logits);
    Output gradient = Gradients.of(loss, List.of(logits)).getFirst().dense(ops.scope());
    double rest = 1 / (1 + Math.exp(2));
    try (Session session = Session.open(graph)) {
      List<Tensor> fetched = session.runner().fetch(loss).fetch(gradient).run();
      assertThat(fetched.get(0).getFloat(0))
          .isCloseTo((float) ((2 * Math.log(2) - 2 * Math.log(1 - rest)) / 4), offset(1e-6f));
      // σ(x) - label, over 4 elements
      assertThat(fetched.get(1).floats())
          .containsExactly(
              new float[] {0.125f, -0.125f, (float) (rest / 4), (float) (-rest / 4)},
              offset(1e-6f));
    }
  }
}
