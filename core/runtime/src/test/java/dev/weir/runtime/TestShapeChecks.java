package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensors;
import org.junit.jupiter.api.Test;

/** Rules of shape functions hold for every step, also where they depend on values. */
final class TestShapeChecks {
  private final Graph graph = new Graph();
  private final FixtureGraph ops = FixtureGraph.of(graph);

  @Test
  void ruleAboutAValueIsCheckedInEveryStep() {
    Output x = ops.placeholder(DType.FLOAT32);
    Output axis = ops.placeholder(DType.INT32);
    Node late = graph.node("TestLateRule", "late").input(x).input(axis).build();
    try (Session session = Session.open(graph)) {
      Runner good = session.runner().feed(x, Tensors.vector(1f, 2f));
      good.feed(axis, Tensors.scalar(0)).fetch(late);
      Runner bad = session.runner().feed(x, Tensors.vector(1f, 2f));
      bad.feed(axis, Tensors.scalar(1)).fetch(late);
      for (int i = 0; i < 3; i++) {
        assertThat(good.run().get(0).getFloat(1)).isEqualTo(2f);
        assertThatThrownBy(bad::run).hasMessageContaining("[TestLateRule \"late\"] axis is 1");
      }
    }
  }

  @Test
  void ruleAboutShapesIsCheckedForEveryNewShape() {
    Output x = ops.placeholder(DType.FLOAT32);
    Output y = ops.placeholder(DType.FLOAT32);
    Output sum = ops.add(x, y);
    try (Session session = Session.open(graph)) {
      for (int size : new int[] {2, 3, 2, 2}) {
        Runner runner = session.runner().feed(x, Tensors.vector(new float[size])).fetch(sum);
        runner.feed(y, Tensors.vector(new float[2]));
        if (size == 2) {
          assertThat(runner.run().get(0).elements()).isEqualTo(2);
        } else {
          assertThatThrownBy(runner::run).hasMessageContaining("Incompatible shapes");
        }
      }
    }
  }
}
