package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Steps over three devices that ask for values late: they end, and compute what they compute when
 * they ask at once. {@code -Dweir.seeds} runs more of them, {@code -Dweir.seed} one.
 */
final class TestScheduledSteps {
  private static final int SEEDS = Integer.getInteger("weir.seeds", 150);
  private static final int DEVICES = 3;
  private static final int SIZE = 100;
  private static final RunOptions BOUNDED = RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(20));

  private final NarrowSchedule schedule = new NarrowSchedule();

  @Test
  void computesTheSameAsWithoutASchedule() {
    int first = Integer.getInteger("weir.seed", 1);
    int count = System.getProperty("weir.seed") == null ? SEEDS : 1;
    for (int i = first; i < first + count; i++) {
      int seed = i;
      assertThatCode(() -> compare(new RandomStep(seed)))
          .as("-Dweir.seed=%d", seed)
          .doesNotThrowAnyException();
    }
    assertThat(schedule.delayed()).as("delayed receives").isGreaterThan(count);
  }

  private void compare(RandomStep step) {
    CountedDevices devices = CountedDevices.of(DEVICES);
    LocalOptions config = devices.config().toBuilder().validate(true).build();
    List<Long> expected;
    try (Session session = Session.open(step.graph, config)) {
      expected = step.run(session);
    }
    try (Session session = Session.open(step.graph, schedule.in(config))) {
      step.run(session);
      long held = devices.inUse();
      assertThat(step.run(session)).isEqualTo(expected);
      assertThat(devices.inUse()).as("bytes in use").isEqualTo(held);
    }
  }

  /**
   * Sums of sums on any device; among them conditionals, control edges, and queues, through which
   * nodes wait for each other without an edge between them.
   */
  private static final class RandomStep {
    final Graph graph = new Graph();
    private final FixtureGraph ops = FixtureGraph.of(graph);
    private final Random random;
    private final Output fed = ops.placeholder(DType.INT64, Shape.of(SIZE));
    private final List<Output> values = new ArrayList<>(List.of(fed));
    private final List<Node> targets = new ArrayList<>();
    private final List<Output> fetches = new ArrayList<>();

    RandomStep(int seed) {
      random = new Random(seed);
      int count = random.nextInt(30, 150);
      for (int i = 0; i < count; i++) {
        switch (random.nextInt(12)) {
          case 0 -> values.add(conditional());
          case 1 -> queue();
          case 2, 3 -> values.add(node("TestNeg").input(any()).build().output(0));
          default -> values.add(sum(recent(), any()));
        }
      }
      fetches.add(values.getLast());
      for (int i = random.nextInt(4); i > 0; i--) {
        fetches.add(any());
      }
    }

    private Output any() {
      return values.get(random.nextInt(values.size()));
    }

    private Output recent() {
      return values.get(Math.max(0, values.size() - random.nextInt(1, 4)));
    }

    private String device() {
      return "/device:CPU:" + random.nextInt(DEVICES);
    }

    private NodeBuilder node(String op) {
      NodeBuilder builder = graph.node(op).device(device());
      if (random.nextInt(6) == 0) {
        builder.controlInput(any().node());
      }
      return builder;
    }

    private Output sum(Output a, Output b) {
      return node("TestAdd").input(a).input(b).build().output(0);
    }

    private Output conditional() {
      Output predicate =
          node("TestBelow").input(any()).attr("modulus", 2).attr("below", 1).build().output(0);
      Node branch = node("Switch").input(recent()).input(predicate).build();
      Output left = sum(branch.output(0), any());
      Output right = sum(branch.output(1), any());
      List<Output> sides =
          random.nextBoolean() ? List.of(left, right) : List.of(sum(left, any()), right);
      return node("Merge").inputList(sides).build().output(0);
    }

    /** What is put in comes out, on the same device but with no edge between the two. */
    private void queue() {
      String device = device();
      String box = "box" + targets.size();
      targets.add(graph.node("TestPut").input(recent()).attr("box", box).device(device).build());
      Node take = graph.node("TestTake").attr("box", box).attr("size", SIZE).device(device).build();
      targets.add(take);
      values.add(take.output(0));
    }

    List<Long> run(Session session) {
      Runner runner = session.runner().options(BOUNDED);
      runner.feed(fed, Tensors.fill(DType.INT64, Shape.of(SIZE), 7));
      fetches.forEach(runner::fetch);
      targets.forEach(runner::addTarget);
      List<Long> results = new ArrayList<>();
      for (Tensor result : runner.run()) {
        results.add(result.getLong(SIZE - 1));
        result.close();
      }
      return results;
    }
  }
}
