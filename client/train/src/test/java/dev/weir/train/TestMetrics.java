package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TestMetrics {
  private static final Output ANY = Ops.create(new Graph()).placeholder(DType.FLOAT32);

  private static Metric.Accumulator after(Metric metric, Tensor... labelsAndScores) {
    Metric.Accumulator accumulator = metric.start();
    for (int i = 0; i < labelsAndScores.length; i += 2) {
      List<Tensor> batch = List.of(labelsAndScores[i], labelsAndScores[i + 1]);
      accumulator.add(batch, labelsAndScores[i].elements());
    }
    return accumulator;
  }

  @Test
  void aBatchCountsByItsExamples() {
    Metric.Accumulator mean = Metrics.mean(ANY).start();
    assertThat(mean.result()).isNaN();
    mean.add(List.of(Tensors.scalar(1f)), 3);
    mean.add(List.of(Tensors.scalar(5f)), 1);
    assertThat(mean.result()).isEqualTo(2);
  }

  @Test
  void accuracyAndTopKCountHits() {
    Tensor labels = Tensors.vector(0, 1, 2, 2);
    Tensor scores =
        Tensors.of(Shape.of(4, 3), 3f, 2f, 1f, 3f, 2f, 1f, 3f, 2f, 1f, Float.NaN, 1f, Float.NaN);
    assertThat(after(Metrics.accuracy(ANY, ANY), labels, scores).result()).isEqualTo(0.25);
    assertThat(after(Metrics.topK(2, ANY, ANY), labels, scores).result()).isEqualTo(0.5);
    assertThat(after(Metrics.topK(3, ANY, ANY), labels, scores, labels, scores).result())
        .isEqualTo(0.75);
    assertThatThrownBy(() -> after(Metrics.accuracy(ANY, ANY), Tensors.vector(3, 0, 0, 0), scores))
        .hasMessageContaining("label 3 of example 0 is not one of the 3 classes");
  }

  @Test
  void ofEqualScoresTheFirstIsTheHighest() {
    Tensor even = Tensors.of(Shape.of(2, 2), 1f, 1f, 1f, 1f);
    assertThat(after(Metrics.accuracy(ANY, ANY), Tensors.vector(0, 1), even).result())
        .isEqualTo(0.5);
  }

  @Test
  void precisionAndRecallCountDetections() {
    Tensor labels = Tensors.vector(1, 1, 0, 0, 1);
    Tensor scores = Tensors.vector(0.9f, 0.2f, 0.8f, 0.1f, 0.7f);
    assertThat(after(Metrics.precision(0.5f, ANY, ANY), labels, scores).result())
        .isCloseTo(2.0 / 3, offset(1e-12));
    assertThat(after(Metrics.recall(0.5f, ANY, ANY), labels, scores).result())
        .isCloseTo(2.0 / 3, offset(1e-12));
    assertThat(after(Metrics.recall(0.15f, ANY, ANY), labels, scores).result()).isEqualTo(1);
    assertThat(after(Metrics.precision(0.95f, ANY, ANY), labels, scores).result()).isNaN();
  }

  /** Scores with ties, in batches, each measure worked out from all examples at once. */
  @Test
  void measuresOfManyBatchesAreThoseOfAllExamples() {
    Random random = new Random(12);
    List<Boolean> labels = new ArrayList<>();
    List<Double> scores = new ArrayList<>();
    Metric.Accumulator auc = Metrics.auc(ANY, ANY).start();
    Metric.Accumulator precision = Metrics.precision(0.4f, ANY, ANY).start();
    Metric.Accumulator recall = Metrics.recall(0.4f, ANY, ANY).start();
    for (int batch = 0; batch < 9; batch++) {
      Tensor someLabels = Tensor.allocate(DType.BOOL, Shape.of(31));
      Tensor someScores = Tensor.allocate(DType.FLOAT64, Shape.of(31));
      for (int i = 0; i < 31; i++) {
        boolean label = random.nextInt(3) == 0;
        // steps of 1/50 make ties, and are told apart by steps of 1/10000
        double score = Math.round(50 * (0.6 * random.nextDouble() + (label ? 0.3 : 0))) / 50.0;
        someLabels.setBoolean(i, label);
        someScores.setDouble(i, score);
        labels.add(label);
        scores.add(score);
      }
      for (Metric.Accumulator each : List.of(auc, precision, recall)) {
        each.add(List.of(someLabels.freeze(), someScores.freeze()), 31);
      }
    }
    double pairs = 0;
    double inOrder = 0;
    double detected = 0;
    double positives = 0;
    double found = 0;
    for (int i = 0; i < labels.size(); i++) {
      boolean isDetected = scores.get(i) > 0.4f;
      positives += labels.get(i) ? 1 : 0;
      detected += isDetected ? 1 : 0;
      found += labels.get(i) && isDetected ? 1 : 0;
      for (int j = 0; j < labels.size(); j++) {
        if (labels.get(i) && !labels.get(j)) {
          pairs++;
          inOrder += (1 + Double.compare(scores.get(i), scores.get(j))) / 2.0;
        }
      }
    }
    assertThat(auc.result()).isCloseTo(inOrder / pairs, offset(1e-12)).isBetween(0.6, 0.99);
    assertThat(precision.result()).isCloseTo(found / detected, offset(1e-12));
    assertThat(recall.result()).isCloseTo(found / positives, offset(1e-12)).isLessThan(1);
  }

  @Test
  void theAreaUnderTheCurveIsTheShareOfPairsInOrder() {
    Tensor labels = Tensors.vector(true, false, true, false);
    // of the pairs (0.8, 0.3), (0.8, 0.5), (0.5, 0.3), (0.5, 0.5) the last is half in order
    Tensor scores = Tensors.vector(0.8f, 0.3f, 0.5f, 0.5f);
    assertThat(after(Metrics.auc(ANY, ANY), labels, scores).result()).isEqualTo(3.5 / 4);
    assertThatThrownBy(() -> after(Metrics.auc(ANY, ANY), Tensors.vector(true), Tensors.vector(2f)))
        .hasMessageContaining("apply a sigmoid first");
  }
}
