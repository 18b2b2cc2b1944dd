package dev.weir.train;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The usual metrics, accumulated batch by batch. */
public final class Metrics {
  private Metrics() {}

  private record Described(List<Output> inputs, Supplier<Accumulator> starter) implements Metric {
    @Override
    public Accumulator start() {
      return starter.get();
    }
  }

  private static Metric of(Supplier<Metric.Accumulator> starter, Operand... inputs) {
    return new Described(Stream.of(inputs).map(Operand::asOutput).toList(), starter);
  }

  /** The mean of a scalar, in which a batch counts as many times as it has examples. */
  public static Metric mean(Operand scalar) {
    return of(Mean::new, scalar);
  }

  /** The share of examples whose label, a number, has the highest score. */
  public static Metric accuracy(Operand labels, Operand scores) {
    return topK(1, labels, scores);
  }

  /** The share of examples whose label, a number, is among the {@code k} highest scores. */
  public static Metric topK(int k, Operand labels, Operand scores) {
    if (k < 1) {
      throw WeirException.invalidArgument("at least one score is looked at, got %d", k);
    }
    return of(() -> new Top(k), labels, scores);
  }

  /** Of the examples scored above the threshold, the share whose label is not 0. */
  public static Metric precision(float threshold, Operand labels, Operand scores) {
    return of(() -> new Detection(threshold, true), labels, scores);
  }

  /** Of the examples whose label is not 0, the share scored above the threshold. */
  public static Metric recall(float threshold, Operand labels, Operand scores) {
    return of(() -> new Detection(threshold, false), labels, scores);
  }

  /**
   * The area under the receiver operating characteristic: how likely an example whose label is not
   * 0 is scored above one whose label is 0. Scores are probabilities; they are told apart in steps
   * of 1/10000, so that memory does not grow with the number of examples.
   */
  public static Metric auc(Operand labels, Operand probabilities) {
    return of(Ranking::new, labels, probabilities);
  }

  private static final class Mean implements Metric.Accumulator {
    private double sum;
    private long count;

    @Override
    public void add(List<Tensor> values, long examples) {
      sum += values.getFirst().getDouble(0) * examples;
      count += examples;
    }

    @Override
    public double result() {
      return sum / count;
    }
  }

  private static final class Top implements Metric.Accumulator {
    private final int k;
    private long hits;
    private long count;

    Top(int k) {
      this.k = k;
    }

    @Override
    public void add(List<Tensor> values, long examples) {
      Tensor labels = values.get(0);
      Tensor scores = values.get(1);
      long rows = labels.elements();
      long classes = rows == 0 ? 0 : scores.elements() / rows;
      for (long row = 0; row < rows; row++) {
        long label = labels.getLong(row);
        if (label < 0 || label >= classes) {
          throw WeirException.invalidArgument(
              "label %d of example %d is not one of the %d classes, 0 to %d",
              label, row, classes, classes - 1);
        }
        hits += isAmongTop(scores, row * classes, classes, label) ? 1 : 0;
      }
      count += rows;
    }

    /** Of equal scores the first counts as the higher, as for ArgMax; NaN is never a hit. */
    private boolean isAmongTop(Tensor scores, long start, long classes, long label) {
      double own = scores.getDouble(start + label);
      int above = Double.isNaN(own) ? k : 0;
      for (long i = 0; i < classes && above < k; i++) {
        double other = scores.getDouble(start + i);
        above += other > own || (other == own && i < label) ? 1 : 0;
      }
      return above < k;
    }

    @Override
    public double result() {
      return (double) hits / count;
    }
  }

  private static void requireEqual(Tensor labels, Tensor scores) {
    if (labels.elements() != scores.elements()) {
      throw WeirException.invalidArgument(
          "every example has one score: labels are %s, scores are %s (%d vs %d)",
          labels.shape(), scores.shape(), labels.elements(), scores.elements());
    }
  }

  private static boolean isPositive(Tensor labels, long i) {
    return labels.dtype() == DType.BOOL ? labels.getBoolean(i) : labels.getDouble(i) != 0;
  }

  private static final class Detection implements Metric.Accumulator {
    private final float threshold;
    private final boolean amongDetected;
    private long hits;
    private long count;

    Detection(float threshold, boolean amongDetected) {
      this.threshold = threshold;
      this.amongDetected = amongDetected;
    }

    @Override
    public void add(List<Tensor> values, long examples) {
      requireEqual(values.get(0), values.get(1));
      for (long i = 0; i < values.get(0).elements(); i++) {
        boolean isPositive = isPositive(values.get(0), i);
        boolean isDetected = values.get(1).getDouble(i) > threshold;
        hits += isPositive && isDetected ? 1 : 0;
        count += (amongDetected ? isDetected : isPositive) ? 1 : 0;
      }
    }

    @Override
    public double result() {
      return (double) hits / count;
    }
  }

  private static final class Ranking implements Metric.Accumulator {
    private static final int STEPS = 10_000;

    private final long[] positive = new long[STEPS + 1];
    private final long[] negative = new long[STEPS + 1];

    @Override
    public void add(List<Tensor> values, long examples) {
      requireEqual(values.get(0), values.get(1));
      for (long i = 0; i < values.get(0).elements(); i++) {
        double probability = values.get(1).getDouble(i);
        if (!(probability >= 0 && probability <= 1)) {
          throw WeirException.invalidArgument(
              "the area under the curve takes probabilities, 0 to 1, got %s; apply a sigmoid first",
              probability);
        }
        int place = (int) Math.round(probability * STEPS);
        (isPositive(values.get(0), i) ? positive : negative)[place]++;
      }
    }

    @Override
    public double result() {
      double wins = 0;
      double below = 0;
      double positives = 0;
      for (int place = 0; place <= STEPS; place++) {
        // equal scores are half a win
        wins += positive[place] * (below + negative[place] / 2.0);
        below += negative[place];
        positives += positive[place];
      }
      return wins / (below * positives);
    }
  }
}
