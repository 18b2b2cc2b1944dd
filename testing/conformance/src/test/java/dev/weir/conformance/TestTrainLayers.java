package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.ops.nn.BatchNormOptions;
import dev.weir.ops.nn.NnOps;
import dev.weir.ops.nn.Sliding;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import dev.weir.train.Losses;
import dev.weir.train.Model;
import dev.weir.train.layer.AveragePool2D;
import dev.weir.train.layer.BatchNorm;
import dev.weir.train.layer.Conv2D;
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Embedding;
import dev.weir.train.layer.Gru;
import dev.weir.train.layer.Layer;
import dev.weir.train.layer.LayerNorm;
import dev.weir.train.layer.Lstm;
import dev.weir.train.layer.MaxPool2D;
import dev.weir.train.layer.MultiHeadAttention;
import dev.weir.train.layer.Partitioner;
import dev.weir.train.layer.Window;
import dev.weir.train.optimizer.GradientDescent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Layers against what TensorFlow computes, from its own ops, with the same weights. */
final class TestTrainLayers {
  private static final Tolerance CLOSE = Tolerance.of(2e-6, 2e-5);

  /** Builds what a layer should compute, of its input and of its variables by their names. */
  @FunctionalInterface
  private interface Reference {
    Output of(Ops ops, Output x, Map<String, Output> weights);
  }

  /** A layer in a model whose variables have random values. */
  private record Built(Model model, Output x, Output y, Map<String, Tensor> weights) {
    static Built of(Layer layer, Tensor input) {
      Model model = Model.create(new Graph(), 1);
      long[] sizes = input.shape().sizes();
      sizes[0] = Shape.UNKNOWN_SIZE;
      Output x = model.ops().placeholder(input.dtype(), Shape.of(sizes));
      Output y = layer.apply(model, x);
      Map<String, Tensor> weights = new HashMap<>();
      for (GraphVariable variable : model.variables()) {
        // a variance is not negative
        double least = variable.name().endsWith("variance") ? 0.5 : -1;
        weights.put(
            variable.name(),
            Values.random(weights.size() + 7, least, 1, variable.shape().sizes())
                .as(variable.dtype()));
      }
      return new Built(model, x, y, weights);
    }

    void assign(Session session) {
      List<Output> values = new ArrayList<>();
      List<Node> assigns = new ArrayList<>();
      for (GraphVariable variable : model.variables()) {
        Output value = model.ops().placeholder(variable.dtype(), variable.shape());
        values.add(value);
        assigns.add(variable.assign(value));
      }
      Runner runner = session.runner();
      for (int i = 0; i < values.size(); i++) {
        String name = model.variables().get(i).name();
        Tensor weight = weights.getOrDefault(name, Tensors.scalar(0L));
        runner.feed(values.get(i), weight).addTarget(assigns.get(i));
      }
      runner.run();
    }

    Tensor run(Tensor input, boolean isTraining) {
      try (Session session = Session.open(model.graph())) {
        if (!weights.isEmpty()) {
          assign(session);
        }
        Runner runner = session.runner().feed(x, input).fetch(y);
        return runner.feed(model.training(), Tensors.scalar(isTraining)).run().getFirst();
      }
    }

    Tensor expected(Tensor input, Reference reference) {
      Graph graph = new Graph();
      Ops ops = Ops.create(graph);
      Map<String, Output> constants = new HashMap<>();
      weights.forEach((name, value) -> constants.put(shortName(name), ops.constant(value)));
      Output result = reference.of(ops, ops.constant(input), constants);
      try (TensorFlowOracle oracle = TensorFlowOracle.of(GraphDefs.toBinary(graph))) {
        return oracle.run(Map.of(), List.of(result.name()), List.of()).getFirst();
      }
    }

    /**
     * {@code dense/kernel} is {@code kernel}, {@code attention/query/bias} is {@code query/bias}.
     */
    private static String shortName(String name) {
      return name.substring(name.indexOf('/') + 1);
    }
  }

  private static Tensor input(long... sizes) {
    return Values.random(3, -1, 1, sizes).as(DType.FLOAT32);
  }

  private static void check(Layer layer, Tensor input, Reference reference) {
    check(layer, input, false, reference);
  }

  private static void check(Layer layer, Tensor input, boolean isTraining, Reference reference) {
    Built built = Built.of(layer, input);
    assertClose(built.run(input, isTraining), built.expected(input, reference));
  }

  private static void assertClose(Tensor actual, Tensor expected) {
    assertThat(CLOSE.compare(actual, expected).difference()).isNull();
  }

  private static Output weight(Map<String, Output> weights, String name) {
    Output found = weights.get(name);
    if (found == null) {
      throw new AssertionError("no weight " + name + " in " + weights.keySet());
    }
    return found;
  }

  /** {@code x W + b}, by additions that broadcast. */
  private static Output affine(Ops ops, Output x, Map<String, Output> weights, String prefix) {
    return ops.math.add(
        ops.linalg.matMul(x, weight(weights, prefix + "kernel")), weight(weights, prefix + "bias"));
  }

  @Test
  void dense() {
    check(Dense.of(7), input(5, 3), (ops, x, w) -> affine(ops, x, w, ""));
    check(
        Dense.of(7).relu(),
        input(5, 3),
        (ops, x, w) -> ops.math.maximum(affine(ops, x, w, ""), ops.constant(0f)));
    check(
        Dense.of(2).withoutBias(),
        input(5, 3),
        (ops, x, w) -> ops.linalg.matMul(x, weight(w, "kernel")));
  }

  @Test
  void convolutions() {
    check(
        Conv2D.of(4, 3).same().strides(2).relu(),
        input(2, 9, 8, 3),
        (ops, x, w) ->
            ops.math.maximum(
                ops.math.add(
                    ops.nn.conv2d(x, weight(w, "kernel"), Sliding.same(2, 2)), weight(w, "bias")),
                ops.constant(0f)));
    check(
        Conv2D.of(5, Window.of(2, 3)),
        input(2, 6, 7, 1),
        (ops, x, w) ->
            ops.math.add(
                ops.nn.conv2d(x, weight(w, "kernel"), Sliding.valid(1, 1)), weight(w, "bias")));
  }

  @Test
  void pools() {
    long[] window = {2, 2};
    check(
        MaxPool2D.of(2),
        input(2, 7, 6, 3),
        (ops, x, w) -> ops.nn.maxPool(x, window, Sliding.valid(2, 2)));
    check(
        AveragePool2D.of(2).same(),
        input(2, 7, 6, 3),
        (ops, x, w) -> ops.nn.avgPool(x, window, Sliding.same(2, 2)));
  }

  /** {@code gamma (x - mean) / √(variance + epsilon) + beta} from ops that broadcast. */
  private static Output normal(
      Ops ops, Output x, Output mean, Output variance, Map<String, Output> w) {
    Output spread = ops.math.sqrt(ops.math.add(variance, ops.constant(1e-3f)));
    Output level = ops.math.realDiv(ops.math.sub(x, mean), spread);
    return ops.math.add(ops.math.mul(level, weight(w, "gamma")), weight(w, "beta"));
  }

  private static Output[] moments(Ops ops, Output x, int... axes) {
    Output over = ops.constant(axes);
    Output mean = ops.math.mean(x, over, true);
    Output variance = ops.math.mean(ops.math.squaredDifference(x, mean), over, true);
    return new Output[] {mean, variance};
  }

  @Test
  void batchNormWhileTraining() {
    for (Tensor batch : List.of(input(6, 4, 5, 3), input(20, 3))) {
      int[] axes = batch.shape().rank() == 4 ? new int[] {0, 1, 2} : new int[] {0};
      check(
          BatchNorm.create(),
          batch,
          true,
          (ops, x, w) -> {
            Output[] moments = moments(ops, x, axes);
            return normal(ops, x, moments[0], moments[1], w);
          });
    }
  }

  @Test
  void batchNormInUse() {
    for (Tensor batch : List.of(input(6, 4, 5, 3), input(20, 3))) {
      check(
          BatchNorm.create(),
          batch,
          (ops, x, w) -> normal(ops, x, weight(w, "moving_mean"), weight(w, "moving_variance"), w));
    }
  }

  @Test
  void batchNormFollowsAsTensorFlowsFusedOpSays() {
    Tensor batch = input(6, 4, 5, 3);
    Built built = Built.of(BatchNorm.create().withMomentum(0.9f), batch);
    Node step =
        GradientDescent.of(0).minimize(built.model, Losses.mean(built.model.ops(), built.y));
    for (int i = 0; i < 2; i++) {
      boolean isMean = i == 0;
      String name = isMean ? "moving_mean" : "moving_variance";
      Tensor expected =
          built.expected(
              batch,
              (ops, x, w) -> {
                Output empty = ops.constant(new float[0]);
                NnOps.BatchNorm fused =
                    ops.nn.fusedBatchNorm(
                        x,
                        weight(w, "gamma"),
                        weight(w, "beta"),
                        empty,
                        empty,
                        new BatchNormOptions(1e-3f, 1, "NHWC", true));
                Output now = isMean ? fused.mean() : fused.variance();
                return ops.math.add(
                    ops.math.mul(ops.constant(0.9f), weight(w, name)),
                    ops.math.mul(ops.constant(0.1f), now));
              });
      GraphVariable average = variable(built.model, name);
      try (Session session = Session.open(built.model.graph())) {
        built.assign(session);
        session
            .runner()
            .feed(built.x, batch)
            .feed(built.model.training(), Tensors.scalar(true))
            .addTarget(step)
            .run();
        assertClose(session.run(average), expected);
      }
    }
  }

  private static GraphVariable variable(Model model, String end) {
    return model.variables().stream()
        .filter(each -> each.name().endsWith(end))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void layerNorm() {
    for (Tensor rows : List.of(input(6, 9), input(2, 4, 9))) {
      check(
          LayerNorm.create(),
          rows,
          (ops, x, w) -> {
            Output[] moments = moments(ops, x, -1);
            return normal(ops, x, moments[0], moments[1], w);
          });
    }
  }

  @Test
  void embeddings() {
    Tensor ids = Tensors.of(Shape.of(2, 3), 4, 0, 9, 9, 1, 5);
    check(Embedding.of(10, 4), ids, (ops, x, w) -> ops.array.gather(weight(w, "table"), x, 0));
    check(
        Embedding.of(10, 4).partitioned(Partitioner.fixed(3)),
        ids,
        (ops, x, w) -> {
          List<Output> parts = new ArrayList<>();
          for (int i = 0; i < 3; i++) {
            parts.add(weight(w, "table/part_" + i));
          }
          Output table = ops.array.concat(parts, 0);
          return ops.array.gather(table, x, 0);
        });
  }

  /** Step by step, from products, sums and activations. */
  @Test
  void lstm() {
    int units = 4;
    Reference unrolled =
        (ops, x, w) -> {
          Output h = ops.constant(zeros(2, units));
          Output c = h;
          List<Output> said = new ArrayList<>();
          for (Output step : ops.array.unstack(x, 5, 1)) {
            Output both = ops.array.concat(List.of(step, h), 1);
            // input, new value, forget, output
            List<Output> gates = ops.array.split(1, affine(ops, both, w, ""), 4);
            Output forget = ops.math.sigmoid(ops.math.add(gates.get(2), ops.constant(1f)));
            Output entering =
                ops.math.mul(ops.math.sigmoid(gates.get(0)), ops.math.tanh(gates.get(1)));
            c = ops.math.add(ops.math.mul(forget, c), entering);
            h = ops.math.mul(ops.math.sigmoid(gates.get(3)), ops.math.tanh(c));
            said.add(h);
          }
          return ops.array.stack(said, 1);
        };
    check(Lstm.of(units).sequence(), input(2, 5, 3), unrolled);
    check(Lstm.of(units), input(2, 5, 3), (ops, x, w) -> last(ops, unrolled.of(ops, x, w)));
  }

  @Test
  void gru() {
    int units = 4;
    Reference unrolled =
        (ops, x, w) -> {
          Output h = ops.constant(zeros(2, units));
          List<Output> said = new ArrayList<>();
          for (Output step : ops.array.unstack(x, 5, 1)) {
            Output both = ops.array.concat(List.of(step, h), 1);
            Output sums = affine(ops, both, w, "gate_");
            List<Output> gates = ops.array.split(1, ops.math.sigmoid(sums), 2);
            Output reset = ops.math.mul(gates.get(0), h);
            Output seen = ops.array.concat(List.of(step, reset), 1);
            Output candidate = ops.math.tanh(affine(ops, seen, w, "candidate_"));
            Output kept = ops.math.mul(gates.get(1), h);
            Output rest = ops.math.sub(ops.constant(1f), gates.get(1));
            h = ops.math.add(kept, ops.math.mul(rest, candidate));
            said.add(h);
          }
          return ops.array.stack(said, 1);
        };
    check(Gru.of(units).sequence(), input(2, 5, 3), unrolled);
    check(Gru.of(units), input(2, 5, 3), (ops, x, w) -> last(ops, unrolled.of(ops, x, w)));
  }

  private static Output last(Ops ops, Output sequence) {
    return ops.array.unstack(sequence, sequence.shape().size(1), 1).getLast();
  }

  private static Tensor zeros(long... sizes) {
    return Tensor.allocate(DType.FLOAT32, Shape.of(sizes)).freeze();
  }

  /** By sums in Einstein's notation. */
  @Test
  void attention() {
    for (boolean isCausal : new boolean[] {false, true}) {
      MultiHeadAttention layer = MultiHeadAttention.of(2, 3);
      check(
          isCausal ? layer.causal() : layer,
          input(2, 4, 5),
          (ops, x, w) -> {
            Output query = heads(ops, x, w, "query/");
            Output key = heads(ops, x, w, "key/");
            Output value = heads(ops, x, w, "value/");
            Output scores =
                ops.math.realDiv(
                    ops.linalg.einsum("bqhd,bkhd->bhqk", query, key),
                    ops.constant((float) Math.sqrt(3)));
            if (isCausal) {
              Output above = ops.constant(lowerTriangle(4));
              scores = ops.array.select(above, scores, ops.math.mul(scores, ops.constant(0f)));
              Output hidden = ops.array.select(above, ops.constant(0f), ops.constant(-1e9f));
              scores = ops.math.add(scores, hidden);
            }
            Output shares = ops.nn.softmax(scores);
            Output seen = ops.linalg.einsum("bhqk,bkhd->bqhd", shares, value);
            Output kernel = ops.array.reshape(weight(w, "output/kernel"), 2, 3, 5);
            return ops.math.add(
                ops.linalg.einsum("bqhd,hdw->bqw", seen, kernel), weight(w, "output/bias"));
          });
    }
  }

  private static Output heads(Ops ops, Output x, Map<String, Output> w, String name) {
    Output kernel = ops.array.reshape(weight(w, name + "kernel"), 5, 2, 3);
    Output bias = ops.array.reshape(weight(w, name + "bias"), 2, 3);
    return ops.math.add(ops.linalg.einsum("bsw,whd->bshd", x, kernel), bias);
  }

  private static Tensor lowerTriangle(int size) {
    Tensor mask = Tensor.allocate(DType.BOOL, Shape.of(size, size));
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        mask.setBoolean((long) i * size + j, true);
      }
    }
    return mask.freeze();
  }
}
