package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.nn.NnOps;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** What {@code ops.nn} puts together, against the formulas. */
final class TestNeuralCompositions {
  private static final double[] X = {-30, -2.5, -1, -0.125, 0, 0.5, 1, 3, 40};

  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);

  private double[] run(Operand fetch) {
    return tensor(fetch).doubles();
  }

  private Tensor tensor(Operand fetch) {
    try (Session session = Session.open(graph)) {
      return session.run(fetch);
    }
  }

  private Output matrix(int columns, double... values) {
    return ops.constant(Tensors.of(Shape.of(values.length / columns, columns), values));
  }

  private void check(Output result, DoubleUnaryOperator expected, double error) {
    double[] actual = run(result);
    for (int i = 0; i < X.length; i++) {
      assertThat(actual[i])
          .as("at %s", X[i])
          .isCloseTo(expected.applyAsDouble(X[i]), within(error));
    }
  }

  @Test
  void activations() {
    Output x = ops.constant(X);
    check(ops.nn.silu(x), v -> v / (1 + Math.exp(-v)), 1e-13);
    check(
        ops.nn.geluApproximate(x),
        v -> v * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (v + 0.044715 * v * v * v))) / 2,
        1e-13);
    // The approximation is known to be off by less than this.
    check(
        ops.nn.gelu(x),
        v -> v * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (v + 0.044715 * v * v * v))) / 2,
        5e-4);
    assertThat(run(ops.nn.gelu(ops.constant(new double[] {1, -1}))))
        .containsExactly(new double[] {0.8413447460685429, -0.15865525393145707}, within(1e-15));
  }

  @Test
  void sigmoidCrossEntropy() {
    Output x = ops.constant(X);
    Output labels = ops.constant(new double[] {1, 0, 1, 0.25, 0.5, 0, 1, 0, 0});
    Output loss = ops.nn.sigmoidCrossEntropyWithLogits(labels, x);
    Output weighted = ops.nn.weightedCrossEntropyWithLogits(labels, x, ops.constant(3.0));
    double[] z = run(labels);
    double[] losses = run(loss);
    double[] weightedLosses = run(weighted);
    for (int i = 0; i < X.length; i++) {
      double yes = Math.log1p(Math.exp(-X[i]));
      double no = X[i] + yes;
      assertThat(losses[i]).isCloseTo(z[i] * yes + (1 - z[i]) * no, within(1e-12));
      assertThat(weightedLosses[i]).isCloseTo(3 * z[i] * yes + (1 - z[i]) * no, within(1e-12));
    }
  }

  @Test
  void softmaxCrossEntropyOfAnyRank() {
    double[] numbers = {1, 2, 3, 0, 0, 0, -1, 5, 2, 4, 4, 4};
    Output logits = ops.constant(Tensors.of(Shape.of(2, 2, 3), numbers));
    Output labels = ops.constant(Tensors.of(Shape.of(2, 2), new int[] {2, 0, 1, 1}));
    double[] expected = new double[4];
    int[] chosen = {2, 0, 1, 1};
    for (int row = 0; row < 4; row++) {
      double sum = 0;
      for (int i = 0; i < 3; i++) {
        sum += Math.exp(numbers[3 * row + i]);
      }
      expected[row] = Math.log(sum) - numbers[3 * row + chosen[row]];
    }
    Output loss = ops.nn.sparseSoftmaxCrossEntropyWithLogits(labels, logits);
    assertThat(loss.shape()).isEqualTo(Shape.of(2, 2));
    assertThat(run(loss)).containsExactly(expected, within(1e-13));
    Output hot =
        ops.constant(
            Tensors.of(Shape.of(2, 2, 3), new double[] {0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0}));
    assertThat(run(ops.nn.softmaxCrossEntropyWithLogits(hot, logits)))
        .containsExactly(expected, within(1e-13));
  }

  @Test
  void softmaxCrossEntropyOfUnknownRank() {
    Output logits = ops.placeholder(DType.FLOAT64);
    Output labels = ops.placeholder(DType.FLOAT64);
    Output loss = ops.nn.softmaxCrossEntropyWithLogits(labels, logits);
    try (Session session = Session.open(graph)) {
      Tensor result =
          session
              .runner()
              .feed(logits, Tensors.vector(0.0, 0.0))
              .feed(labels, Tensors.vector(1.0, 0.0))
              .run(loss);
      assertThat(result.shape()).isEqualTo(Shape.scalar());
      assertThat(result.getDouble(0)).isCloseTo(Math.log(2), within(1e-15));
    }
  }

  @Test
  void momentsWithAndWithoutAxes() {
    Output x = matrix(3, 1, 2, 6, 4, 0, 5);
    NnOps.Moments rows = ops.nn.moments(x, new int[] {1}, false);
    assertThat(run(rows.mean())).containsExactly(new double[] {3, 3}, within(1e-15));
    assertThat(run(rows.variance()))
        .containsExactly(new double[] {14 / 3.0, 14 / 3.0}, within(1e-14));
    NnOps.Moments all = ops.nn.moments(x, new int[] {0, 1}, true);
    assertThat(all.mean().shape()).isEqualTo(Shape.of(1, 1));
    assertThat(run(all.variance())).containsExactly(new double[] {14 / 3.0}, within(1e-14));
    Output small = ops.control.identity(ops.math.cast(x, DType.BFLOAT16));
    assertThat(ops.nn.moments(small, new int[] {0}, false).mean().dtype())
        .isEqualTo(DType.BFLOAT16);
  }

  @Test
  void layerNormalization() {
    Output x = matrix(4, 1, 2, 3, 4, -2, 0, 0, 2);
    Output result =
        ops.nn.layerNorm(
            x,
            new int[] {1},
            ops.constant(new double[] {1, 1, 1, 1}),
            ops.constant(new double[] {2, 2, 2, 0}),
            0.75);
    double first = Math.sqrt(1.25 + 0.75);
    double second = Math.sqrt(2 + 0.75);
    assertThat(run(result))
        .containsExactly(
            new double[] {1 - 3 / first, 1 - 1 / first, 1 + 1 / first, 1, 1 - 4 / second, 1, 1, 1},
            within(1e-14));
  }

  @Test
  void l2Normalization() {
    Output x = matrix(2, 3, 4, 0, 0);
    assertThat(run(ops.nn.l2Normalize(x, new int[] {1}, 1e-12)))
        .containsExactly(new double[] {0.6, 0.8, 0, 0}, within(1e-15));
  }

  @Test
  void dropoutKeepsTheExpectedSum() {
    Output ones = ops.array.fill(ops.constant(new int[] {10_000}), ops.constant(1.0));
    double[] values = run(ops.nn.dropout(ones, 0.2, 7, 8));
    double sum = 0;
    for (double value : values) {
      assertThat(value).isIn(0.0, 1.25);
      sum += value;
    }
    assertThat(sum).isCloseTo(10_000, within(200.0));
    assertThat(run(ops.nn.dropout(ones, 0, 7, 8))).containsOnly(1);
    assertThatThrownBy(() -> ops.nn.dropout(ones, 1, 7, 8))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("rate must be in [0, 1)");
  }

  @Test
  void everythingIsNamed() {
    Output x = ops.constant(X);
    Output named = ops.withName("activation").nn.gelu(x);
    Output unnamed = ops.withSubScope("layer").nn.gelu(x);
    assertThat(List.of(named.node().name(), unnamed.node().name()))
        .allSatisfy(name -> assertThat(name).containsPattern("^(activation|layer/Gelu)/"));
  }
}
