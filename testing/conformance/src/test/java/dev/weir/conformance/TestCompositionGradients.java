package dev.weir.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.autodiff.Gradient;
import dev.weir.autodiff.Gradients;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@code ops.nn} puts together can be differentiated, with shapes known or not. */
final class TestCompositionGradients {
  /** Puts something together from two matrices of 3 by 4 and a row of 4. */
  private interface Composition {
    Output build(Ops ops, Output x, Output y, Output row);
  }

  private static final Map<String, Composition> COMPOSITIONS =
      Map.ofEntries(
          Map.entry("gelu", (ops, x, y, row) -> ops.nn.gelu(x)),
          Map.entry("geluApproximate", (ops, x, y, row) -> ops.nn.geluApproximate(x)),
          Map.entry("silu", (ops, x, y, row) -> ops.nn.silu(x)),
          Map.entry(
              "sigmoidCrossEntropyWithLogits",
              (ops, x, y, row) -> ops.nn.sigmoidCrossEntropyWithLogits(x, y)),
          Map.entry(
              "weightedCrossEntropyWithLogits",
              (ops, x, y, row) -> ops.nn.weightedCrossEntropyWithLogits(x, y, row)),
          Map.entry(
              "softmaxCrossEntropyWithLogits",
              (ops, x, y, row) -> ops.nn.softmaxCrossEntropyWithLogits(ops.nn.softmax(x), y)),
          Map.entry(
              "sparseSoftmaxCrossEntropyWithLogits",
              (ops, x, y, row) ->
                  ops.nn.sparseSoftmaxCrossEntropyWithLogits(ops.constant(new int[] {3, 0, 1}), y)),
          Map.entry("dropout", (ops, x, y, row) -> ops.nn.dropout(x, 0, 1, 2)),
          Map.entry("mean", (ops, x, y, row) -> ops.nn.moments(x, new int[] {1}, false).mean()),
          Map.entry(
              "variance", (ops, x, y, row) -> ops.nn.moments(x, new int[] {0, 1}, true).variance()),
          Map.entry(
              "layerNorm", (ops, x, y, row) -> ops.nn.layerNorm(x, new int[] {1}, row, row, 1e-3)),
          Map.entry(
              "l2Normalize", (ops, x, y, row) -> ops.nn.l2Normalize(x, new int[] {1}, 1e-12)));

  @Test
  void withShapesThatAreKnown() {
    COMPOSITIONS.forEach((name, composition) -> check(name, composition, true));
  }

  @Test
  void withShapesThatAreNot() {
    COMPOSITIONS.forEach((name, composition) -> check(name, composition, false));
  }

  private static void check(String name, Composition composition, boolean isKnown) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    List<Output> inputs = new ArrayList<>();
    for (long[] sizes : new long[][] {{3, 4}, {3, 4}, {4}}) {
      Tensor value = Values.random(feeds.size() + 5, -2, 2, sizes).as(DType.FLOAT64);
      Output input =
          isKnown ? ops.placeholder(DType.FLOAT64, value.shape()) : ops.placeholder(DType.FLOAT64);
      feeds.put(input.name(), value);
      inputs.add(input);
    }
    Output result =
        composition.build(ops.withSubScope("it"), inputs.get(0), inputs.get(1), inputs.get(2));
    List<Gradient> gradients = Gradients.of(result, inputs);
    try (Session session = Session.open(graph)) {
      Tensor before = run(session, feeds, result);
      Tensor ones = Tensor.allocate(DType.FLOAT64, before.shape());
      for (long i = 0; i < ones.elements(); i++) {
        ones.setDouble(i, 1);
      }
      FiniteDifferences differences =
          new FiniteDifferences(
              session,
              feeds,
              List.of(result.name()),
              List.of(before),
              List.of(ones.freeze()),
              true);
      for (int i = 0; i < inputs.size(); i++) {
        if (!gradients.get(i).isNone()) {
          Tensor at = requireNonNull(feeds.get(inputs.get(i).name()));
          Tensor ours = run(session, feeds, gradients.get(i).dense(ops.scope()));
          assertThat(ours.shape()).as(name).isEqualTo(at.shape());
          assertThat(differences.check(inputs.get(i).name(), at, ours)).as(name).isNull();
        }
      }
      assertThat(differences.checked()).as(name).isPositive();
    }
  }

  private static Tensor run(Session session, Map<String, Tensor> feeds, Output edge) {
    Runner runner = session.runner();
    feeds.forEach(runner::feed);
    return runner.run(edge);
  }
}
