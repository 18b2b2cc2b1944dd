package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.autodiff.Gradient;
import dev.weir.autodiff.Gradients;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The gradients of recurrent cells against finite differences. The cells know only small element
 * types, so steps and bounds are wide.
 */
final class TestRecurrentGradients {
  private static final int STEPS = 3;
  private static final int BATCH = 2;
  private static final int INPUTS = 3;
  private static final int CELLS = 4;
  private static final float STEP = 0x1p-5f;
  private static final double ALLOWED = 2e-3;

  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final Map<String, Tensor> feeds = new LinkedHashMap<>();
  private final List<Output> inputs = new ArrayList<>();

  private Output input(long... sizes) {
    int number = inputs.size();
    Output input = ops.withName("input" + number).placeholder(DType.FLOAT32);
    feeds.put(input.name(), Values.random(number + 1, -1, 1, sizes).as(DType.FLOAT32));
    inputs.add(input);
    return input;
  }

  private NodeBuilder lstm(String op, boolean peephole) {
    NodeBuilder builder = graph.node(op, "cell").attr("use_peephole", peephole);
    if (op.equals("LSTMBlockCell")) {
      builder.input(input(BATCH, INPUTS));
    } else {
      builder.input(ops.constant((long) STEPS - 1)).input(input(STEPS, BATCH, INPUTS));
    }
    return builder
        .input(input(BATCH, CELLS))
        .input(input(BATCH, CELLS))
        .input(input(INPUTS + CELLS, 4 * CELLS))
        .input(input(CELLS))
        .input(input(CELLS))
        .input(input(CELLS))
        .input(input(4 * CELLS));
  }

  private void checkLstm(String op, boolean peephole) {
    check(lstm(op, peephole).build(), List.of(1, 6));
  }

  @Test
  void oneStep() {
    checkLstm("LSTMBlockCell", false);
  }

  @Test
  void oneStepWithPeepholes() {
    checkLstm("LSTMBlockCell", true);
  }

  @Test
  void sequence() {
    checkLstm("BlockLSTM", false);
  }

  @Test
  void sequenceWithPeepholes() {
    checkLstm("BlockLSTM", true);
  }

  @Test
  void sequenceWithForgetGateSecond() {
    checkLstm("BlockLSTMV2", false);
  }

  @Test
  void sequenceWithForgetGateSecondAndPeepholes() {
    checkLstm("BlockLSTMV2", true);
  }

  @Test
  void gatedRecurrentUnit() {
    Node cell =
        graph
            .node("GRUBlockCell", "cell")
            .input(input(BATCH, INPUTS))
            .input(input(BATCH, CELLS))
            .input(input(INPUTS + CELLS, 2 * CELLS))
            .input(input(INPUTS + CELLS, CELLS))
            .input(input(2 * CELLS))
            .input(input(CELLS))
            .build();
    check(cell, List.of(3));
  }

  @Test
  void gatesAreNotDifferentiated() {
    Node cell = lstm("LSTMBlockCell", false).build();
    assertThatThrownBy(() -> Gradients.of(cell.output(2), inputs))
        .hasMessageContaining("only its outputs cs and h can be differentiated");
  }

  /** The loss is the sum of all squares. */
  private void check(Node cell, List<Integer> outputs) {
    List<Output> losses = new ArrayList<>();
    for (int i : outputs) {
      losses.add(ops.math.square(cell.output(i)));
    }
    List<Output> gradients = new ArrayList<>();
    for (Gradient gradient : Gradients.in(ops.scope()).of(losses, inputs)) {
      gradients.add(gradient.dense(ops.scope()));
    }
    try (Session session = Session.open(graph)) {
      List<Tensor> ours = run(session, feeds, gradients);
      for (int i = 0; i < inputs.size(); i++) {
        String name = inputs.get(i).name();
        Tensor at = java.util.Objects.requireNonNull(feeds.get(name));
        assertThat(ours.get(i).shape()).isEqualTo(at.shape());
        for (long element = 0; element < at.elements(); element++) {
          double up = loss(session, name, moved(at, element, STEP), losses);
          double down = loss(session, name, moved(at, element, -STEP), losses);
          double farUp = loss(session, name, moved(at, element, 2 * STEP), losses);
          double farDown = loss(session, name, moved(at, element, -2 * STEP), losses);
          double expected = (8 * (up - down) - (farUp - farDown)) / (12 * STEP);
          assertThat(ours.get(i).getDouble(element))
              .as("element %d of %s", element, name)
              .isCloseTo(expected, org.assertj.core.data.Offset.offset(ALLOWED));
        }
      }
    }
  }

  private static Tensor moved(Tensor at, long element, float change) {
    float[] values = new float[(int) at.elements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = at.getFloat(i) + (i == element ? change : 0);
    }
    return Tensors.of(at.shape(), values);
  }

  private double loss(Session session, String name, Tensor value, List<Output> losses) {
    Map<String, Tensor> changed = new LinkedHashMap<>(feeds);
    changed.put(name, value);
    double sum = 0;
    for (Tensor loss : run(session, changed, losses)) {
      for (long i = 0; i < loss.elements(); i++) {
        sum += loss.getDouble(i);
      }
    }
    return sum;
  }

  private static List<Tensor> run(Session session, Map<String, Tensor> feeds, List<Output> edges) {
    Runner runner = session.runner();
    feeds.forEach(runner::feed);
    edges.forEach(runner::fetch);
    return runner.run();
  }
}
