package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import dev.weir.train.Losses;
import dev.weir.train.Metric;
import dev.weir.train.Metrics;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Losses and metrics against what TensorFlow computes by their definitions, in float64. */
final class TestTrainLosses {
  private static final int EXAMPLES = 12;
  private static final int CLASSES = 5;

  @FunctionalInterface
  private interface Formula {
    Output of(Ops ops, Output labels, Output values);
  }

  private static Tensor run(boolean inTensorFlow, Formula formula, Tensor labels, Tensor values) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output result = formula.of(ops, ops.constant(labels), ops.constant(values));
    if (inTensorFlow) {
      try (TensorFlowOracle oracle = TensorFlowOracle.of(GraphDefs.toBinary(graph))) {
        return oracle.run(Map.of(), List.of(result.name()), List.of()).getFirst();
      }
    }
    try (Session session = Session.open(graph)) {
      return session.run(result);
    }
  }

  /** A loss in float32, float64 and bfloat16 against a definition in float64. */
  private static void check(Formula loss, Formula definition, Tensor labels, Values values) {
    boolean areNumbers = labels.dtype() == DType.FLOAT64;
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.BFLOAT16)) {
      Tensor given = values.as(dtype);
      Tensor exact = copy(given, DType.FLOAT64);
      Tensor wanted = areNumbers ? copy(labels, dtype) : labels;
      Tensor wantedExactly = areNumbers ? copy(wanted, DType.FLOAT64) : labels;
      Tensor ours = run(false, loss, wanted, given);
      Tensor theirs = run(true, definition, wantedExactly, exact);
      // small types are widened first, so even of bfloat16 the loss is exact
      assertThat(ours.dtype()).isEqualTo(dtype == DType.FLOAT64 ? dtype : DType.FLOAT32);
      Tolerance close = dtype == DType.FLOAT64 ? Tolerance.of(0, 1e-13) : Tolerance.of(0, 1e-6);
      assertThat(close.compare(copy(ours, DType.FLOAT64), theirs).difference())
          .as("%s", dtype)
          .isNull();
    }
  }

  private static Tensor copy(Tensor from, DType dtype) {
    Tensor copy = Tensor.allocate(dtype, from.shape());
    for (long i = 0; i < from.elements(); i++) {
      copy.setDouble(i, from.getDouble(i));
    }
    return copy.freeze();
  }

  private static Output mean(Ops ops, Output values) {
    Output flat = ops.array.reshape(values, -1);
    return ops.math.mean(flat, 0);
  }

  /** {@code ln softmax}, along the last axis. */
  private static Output logSoftmax(Ops ops, Output logits) {
    Output sum = ops.math.sum(ops.math.exp(logits), new int[] {1}, true);
    return ops.math.sub(logits, ops.math.log(sum));
  }

  private static Values scores() {
    return Values.random(5, -4, 4, EXAMPLES, CLASSES);
  }

  private static Tensor classes() {
    Tensor labels = Tensor.allocate(DType.INT32, Shape.of(EXAMPLES));
    Random random = new Random(8);
    for (int i = 0; i < EXAMPLES; i++) {
      labels.setLong(i, random.nextInt(CLASSES));
    }
    return labels.freeze();
  }

  @Test
  void sparseSoftmaxCrossEntropy() {
    check(
        Losses::sparseSoftmaxCrossEntropy,
        (ops, labels, logits) -> {
          Output hot =
              ops.array.oneHot(labels, ops.constant(CLASSES), ops.constant(1.0), ops.constant(0.0));
          Output likely = ops.math.mul(hot, logSoftmax(ops, logits));
          return mean(ops, ops.math.neg(ops.math.sum(likely, 1)));
        },
        classes(),
        scores());
  }

  @Test
  void softmaxCrossEntropy() {
    check(
        Losses::softmaxCrossEntropy,
        (ops, labels, logits) -> {
          Output likely = ops.math.mul(labels, logSoftmax(ops, logits));
          return mean(ops, ops.math.neg(ops.math.sum(likely, 1)));
        },
        Values.random(6, 0, 1, EXAMPLES, CLASSES).as(DType.FLOAT64),
        scores());
  }

  @Test
  void sigmoidCrossEntropy() {
    check(
        Losses::sigmoidCrossEntropy,
        (ops, labels, logits) -> {
          Output one = ops.constant(1.0);
          Output yes = ops.math.sigmoid(logits);
          Output no = ops.math.sigmoid(ops.math.neg(logits));
          Output likely =
              ops.math.add(
                  ops.math.mul(labels, ops.math.log(yes)),
                  ops.math.mul(ops.math.sub(one, labels), ops.math.log(no)));
          return mean(ops, ops.math.neg(likely));
        },
        Values.random(6, 0, 1, EXAMPLES, CLASSES).as(DType.FLOAT64),
        scores());
  }

  @Test
  void errors() {
    Tensor wanted = Values.random(6, -3, 3, EXAMPLES, CLASSES).as(DType.FLOAT64);
    check(
        Losses::meanSquaredError,
        (ops, labels, values) -> mean(ops, ops.math.square(ops.math.sub(labels, values))),
        wanted,
        scores());
    check(
        Losses::meanAbsoluteError,
        (ops, labels, values) -> mean(ops, ops.math.abs(ops.math.sub(labels, values))),
        wanted,
        scores());
  }

  @Test
  void topK() {
    Tensor labels = classes();
    Tensor scores = scores().as(DType.FLOAT32);
    Output any = Ops.create(new Graph()).placeholder(DType.FLOAT32);
    for (int k = 1; k <= CLASSES; k++) {
      int most = k;
      Tensor isIn =
          run(
              true,
              (ops, wanted, values) -> ops.nn.inTopK(values, wanted, ops.constant(most)),
              labels,
              scores);
      double hits = 0;
      for (int i = 0; i < EXAMPLES; i++) {
        hits += isIn.getBoolean(i) ? 1 : 0;
      }
      Metric.Accumulator metric = Metrics.topK(k, any, any).start();
      metric.add(List.of(labels, scores), EXAMPLES);
      assertThat(metric.result()).isEqualTo(hits / EXAMPLES);
      if (k == 1) {
        Tensor accuracy = run(false, Losses::accuracy, labels, scores);
        assertThat(accuracy.getFloat(0)).isEqualTo((float) (hits / EXAMPLES));
      }
    }
  }
}
