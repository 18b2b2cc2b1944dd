package dev.weir.kernels.onednn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.autodiff.Gradients;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.nn.Sliding;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.TracedRun;
import dev.weir.runtime.trace.StepTrace;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks and their gradients, with and without the passes for oneDNN. */
final class TestRewrittenNetworks {
  private static final List<String> PASSES =
      List.of(
          "fuse-post-ops", "fuse-bias-gradients", "choose-layouts", "descend-without-gradients");

  private final Random random = new Random(5);
  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final List<Output> parameters = new ArrayList<>();

  @BeforeAll
  static void oneDnnIsThere() {
    OneDnnNeeded.here();
  }

  private Tensor numbers(long... sizes) {
    Shape shape = Shape.of(sizes);
    float[] values = new float[(int) shape.elements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian() * 0.3f;
    }
    return Tensors.of(shape, values);
  }

  private Output parameter(long... sizes) {
    Output made = ops.control.identity(ops.constant(numbers(sizes)));
    parameters.add(made);
    return made;
  }

  private Output layer(Output input, long size, long outputs, Sliding sliding) {
    long channels = input.shape().size(3);
    Output sums = ops.nn.conv2d(input, parameter(size, size, channels, outputs), sliding);
    return ops.nn.relu(ops.nn.biasAdd(sums, parameter(outputs)));
  }

  /** First layer with three channels, a branch that is added, both kinds of pooling, products. */
  private Output network(Output images) {
    Output first = layer(images, 5, 16, Sliding.same(2, 2));
    Output pooled = ops.nn.maxPool(first, new long[] {2, 2}, Sliding.valid(2, 2));
    Output second = layer(pooled, 3, 32, Sliding.same(1, 1));
    Output third = layer(second, 3, 32, Sliding.same(1, 1));
    Output joined = ops.math.add(second, third);
    Output averaged = ops.nn.avgPool(joined, new long[] {3, 3}, Sliding.same(2, 2));
    Output fourth = layer(averaged, 1, 24, Sliding.valid(1, 1));
    Output rows = ops.array.reshape(fourth, -1, 3 * 3 * 24);
    Output hidden =
        ops.nn.relu(
            ops.nn.biasAdd(ops.linalg.matMul(rows, parameter(3 * 3 * 24, 40)), parameter(40)));
    return ops.nn.biasAdd(ops.linalg.matMul(hidden, parameter(40, 5)), parameter(5));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void gradientsAreTheSame(boolean isBatchKnown) {
    Output images =
        ops.withName("images")
            .placeholder(DType.FLOAT32, Shape.of(isBatchKnown ? 3 : -1, 21, 21, 3));
    Output scores = network(images);
    Output loss = ops.nn.l2Loss(scores);
    List<Output> wanted = new ArrayList<>(List.of(scores, loss));
    wanted.addAll(Gradients.of(loss, parameters).stream().map(g -> g.dense(ops.scope())).toList());
    Tensor fed = numbers(3, 21, 21, 3);
    List<Tensor> plain =
        run(LocalOptions.builder().disabledPasses(PASSES).build(), fed, wanted).fetched();
    TracedRun rewritten = run(LocalOptions.builder().validate(true).build(), fed, wanted);
    Set<String> seen = new HashSet<>();
    rewritten.trace().nodes().forEach(node -> seen.add(node.op()));
    assertThat(seen)
        .contains(
            "_FusedConv2D",
            "_FusedMatMul",
            "_Blocked_FusedConv2D",
            "_BlockedConv2DBackpropInput",
            "_Blocked_Conv2DBackpropFilterWithBias",
            "_BlockedAvgPool",
            "_Reorder");
    for (int i = 0; i < plain.size(); i++) {
      assertClose(wanted.get(i).name(), rewritten.fetched().get(i), plain.get(i));
    }
  }

  /** The step changes the variable, but not a value that was read before. */
  @Test
  void stepsByProductsLeaveReadersTheirValue() {
    Tensor start = numbers(20, 30);
    Tensor left = numbers(4, 20);
    Tensor right = numbers(4, 30);
    List<List<Tensor>> results = new ArrayList<>();
    for (List<String> off : List.of(PASSES, List.<String>of())) {
      Graph steps = new Graph();
      Ops own = Ops.create(steps);
      GraphVariable variable = own.state.variable(own.constant(start));
      Output before = variable.read();
      Output a = own.placeholder(DType.FLOAT32, left.shape());
      Output b = own.placeholder(DType.FLOAT32, right.shape());
      Output gradient = own.linalg.matMul(a, b, true, false);
      Node update =
          own.withControlDependencies(before.node())
              .train
              .resourceApplyGradientDescent(variable.handle(), own.constant(0.25f), gradient);
      try (Session session =
          Session.open(steps, LocalOptions.builder().disabledPasses(off).build())) {
        session.runner().addTarget(variable.initializer()).run();
        TracedRun step =
            session
                .runner()
                .addTarget(update)
                .fetch(before)
                .feed(a, left)
                .feed(b, right)
                .runTraced();
        assertThat(step.trace().nodes())
            .extracting(StepTrace.NodeRun::op)
            .contains(off.isEmpty() ? "_DescendByProduct" : "ResourceApplyGradientDescent");
        List<Tensor> fetched = new ArrayList<>(step.fetched());
        fetched.addAll(session.runner().fetch(before).run());
        results.add(fetched);
      }
    }
    assertClose("before", results.get(1).get(0), start);
    assertClose("before", results.get(0).get(0), start);
    assertClose("after", results.get(1).get(1), results.get(0).get(1));
    assertThat(results.get(1).get(1).getDouble(0)).isNotEqualTo(start.getDouble(0));
  }

  private TracedRun run(LocalOptions config, Tensor images, List<Output> wanted) {
    try (Session session = Session.open(graph, config)) {
      Runner runner = session.runner().feed("images", images);
      wanted.forEach(runner::fetch);
      return runner.runTraced();
    }
  }

  /** Sums in another order: close, compared with the largest number of the tensor. */
  private static void assertClose(String name, Tensor actual, Tensor expected) {
    assertThat(actual.shape()).as(name).isEqualTo(expected.shape());
    double largest = 0;
    double worst = 0;
    for (long i = 0; i < expected.elements(); i++) {
      largest = Math.max(largest, Math.abs(expected.getDouble(i)));
      worst = Math.max(worst, Math.abs(expected.getDouble(i) - actual.getDouble(i)));
    }
    assertThat(largest).as(name).isPositive();
    assertThat(worst / largest).as(name).isLessThan(2e-5);
  }
}
