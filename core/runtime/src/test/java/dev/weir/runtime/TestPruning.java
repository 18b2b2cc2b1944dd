package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.runtime.trace.StepTrace;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What a step runs is what its fetches and targets need, cut at its feeds, and nothing else. */
final class TestPruning {
  private final Graph graph = new Graph();
  private final FixtureGraph ops = FixtureGraph.of(graph);

  private static List<String> ran(TracedRun run) {
    return run.trace().nodes().stream().map(StepTrace.NodeRun::node).toList();
  }

  private Session open() {
    return Session.open(graph, LocalOptions.builder().disabledPasses(List.of()).build());
  }

  /** The graph of the white paper's figure 6: a feeds b and d; b feeds c; c feeds f; d feeds e. */
  private void buildFigure() {
    Output a = ops.withName("a").tanh(ops.withName("in").placeholder(DType.FLOAT32));
    Output b = ops.withName("b").tanh(a);
    Output c = ops.withName("c").tanh(b);
    Output d = ops.withName("d").tanh(a);
    ops.withName("e").tanh(d);
    ops.withName("f").tanh(c);
  }

  @Test
  void feedingBAndFetchingFRunsNeitherANorDNorE() {
    buildFigure();
    try (Session session = open()) {
      TracedRun run = session.runner().feed("b", Tensors.scalar(1f)).fetch("f:0").runTraced();
      assertThat(ran(run)).containsExactly("c", "f");
      assertThat(run.fetched().get(0).getFloat(0))
          .isEqualTo((float) Math.tanh((float) Math.tanh(1)));
    }
  }

  @Test
  void innerEdgeMayBeFetchedWithTheOuterOne() {
    buildFigure();
    try (Session session = open()) {
      TracedRun run =
          session.runner().feed("in", Tensors.scalar(1f)).fetch("c").fetch("a").runTraced();
      assertThat(ran(run)).containsExactlyInAnyOrder("a", "b", "c");
      assertThat(run.fetched().get(1).getFloat(0)).isEqualTo((float) Math.tanh(1));
    }
  }

  @Test
  void fedEdgeMayBeFetchedToo() {
    buildFigure();
    try (Session session = open()) {
      TracedRun run = session.runner().feed("b", Tensors.scalar(5f)).fetch("b").runTraced();
      assertThat(ran(run)).isEmpty();
      assertThat(run.fetched().get(0).getFloat(0)).isEqualTo(5f);
    }
  }

  @Test
  void targetIsRunAndNotReturned() {
    buildFigure();
    try (Session session = open()) {
      TracedRun run = session.runner().feed("in", Tensors.scalar(1f)).addTarget("e").runTraced();
      assertThat(ran(run)).containsExactly("a", "d", "e");
      assertThat(run.fetched()).isEmpty();
    }
  }

  @Test
  void oneOutputOfANodeMayBeFedWhileAnotherIsComputed() {
    Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(4));
    Node split = graph.node("TestParts", "split").input(x).attr("N", 2).build();
    Output sum = ops.withName("sum").add(split.output(0), split.output(1));
    try (Session session = open()) {
      TracedRun run =
          session
              .runner()
              .feed(x, Tensors.vector(1f, 2f, 3f, 4f))
              .feed("split:1", Tensors.vector(10f, 20f))
              .fetch(sum)
              .runTraced();
      assertThat(ran(run)).contains("split", "sum");
      assertThat(run.fetched().get(0).getFloat(1)).isEqualTo(22f);
    }
  }

  @Test
  void controlInputsAreNeededToo() {
    Node count = graph.node("TestCount", "count").build();
    Output x = ops.placeholder(DType.FLOAT32);
    Output y = ops.withName("y").withControlDependencies(count).tanh(x);
    try (Session session = open()) {
      TracedRun run = session.runner().feed(x, Tensors.scalar(0f)).fetch(y).runTraced();
      assertThat(ran(run)).containsExactly("count", "y");
    }
  }

  @Test
  void placeholderThatIsFedMayBeATarget() {
    buildFigure();
    try (Session session = open()) {
      assertThat(session.runner().feed("in", Tensors.scalar(1f)).addTarget("in").run()).isEmpty();
    }
  }

  @Test
  void nodesOfOtherGraphsAreRefused() {
    buildFigure();
    FixtureGraph others = FixtureGraph.of(new Graph());
    Output x = others.withName("x").placeholder(DType.FLOAT32);
    Output y = others.withName("y").tanh(x);
    try (Session session = open()) {
      Tensor one = Tensors.scalar(1f);
      List<ThrowingCallable> uses =
          List.of(
              () -> session.runner().feed("in", one).fetch(y),
              () -> session.runner().feed(x, one),
              () -> session.runner().addTarget(y.node()));
      for (ThrowingCallable use : uses) {
        assertThatThrownBy(use)
            .isInstanceOf(WeirException.class)
            .hasMessageContaining("is in another graph than this session's");
      }
    }
  }

  @Test
  void nothingToDoIsSaid() {
    try (Session session = open()) {
      assertThatThrownBy(() -> session.runner().run())
          .hasMessage("nothing to do: name at least one edge to fetch or node to run");
    }
  }

  @Test
  void edgeMayBeFedOnceOnly() {
    buildFigure();
    try (Session session = open()) {
      Runner twice =
          session.runner().feed("b", Tensors.scalar(1f)).feed("b:0", Tensors.scalar(2f)).fetch("f");
      assertThatThrownBy(twice::run).hasMessageContaining("b:0 is fed twice");
    }
  }

  @Test
  void graphMayGrowBetweenSteps() {
    buildFigure();
    try (Session session = open()) {
      session.runner().feed("in", Tensors.scalar(1f)).fetch("f").run();
      ops.withName("g").tanh(graph.output("f"));
      TracedRun run = session.runner().feed("f", Tensors.scalar(1f)).fetch("g").runTraced();
      assertThat(ran(run)).containsExactly("g");
      assertThat(session.runner().feed("in", Tensors.scalar(0f)).run("g").getFloat(0)).isZero();
    }
  }
}
