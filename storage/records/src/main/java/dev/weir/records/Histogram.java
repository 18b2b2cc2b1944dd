package dev.weir.records;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers counted by size, in buckets that grow by a tenth from one to the next: as TensorFlow
 * counts them.
 *
 * @param limits the upper end of each bucket; it counts what is less
 * @param counts how many are in each
 */
public record Histogram(
    double min,
    double max,
    double number,
    double sum,
    double sumOfSquares,
    List<Double> limits,
    List<Double> counts) {
  private static final double[] LIMITS = defaultLimits();

  /** Copies. */
  public Histogram {
    limits = List.copyOf(limits);
    counts = List.copyOf(counts);
  }

  private static double[] defaultLimits() {
    List<Double> positive = new ArrayList<>();
    for (double limit = 1e-12; limit < 1e20; limit *= 1.1) {
      positive.add(limit);
    }
    positive.add(Double.MAX_VALUE);
    List<Double> all = new ArrayList<>();
    positive.reversed().forEach(limit -> all.add(-limit));
    all.add(0.0);
    all.addAll(positive);
    return all.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Counts the elements of a tensor of real numbers. NaN and infinities are refused. */
  public static Histogram of(Tensor tensor) {
    double min = Double.MAX_VALUE;
    double max = -Double.MAX_VALUE;
    double sum = 0;
    double sumOfSquares = 0;
    double[] counts = new double[LIMITS.length];
    for (long i = 0; i < tensor.elements(); i++) {
      double value = tensor.getDouble(i);
      if (!Double.isFinite(value)) {
        throw WeirException.invalidArgument(
            "element %d of %s%s is %s; a histogram counts finite numbers",
            i, tensor.dtype(), tensor.shape(), value);
      }
      min = Math.min(min, value);
      max = Math.max(max, value);
      sum += value;
      sumOfSquares += value * value;
      counts[bucket(value)]++;
    }
    return collapsed(min, max, tensor.elements(), sum, sumOfSquares, counts);
  }

  /** The first bucket whose limit is greater. */
  private static int bucket(double value) {
    // 0.0 and -0.0 are the same limit here
    int found = Arrays.binarySearch(LIMITS, value == 0 ? 0.0 : value);
    int bucket = found >= 0 ? found + 1 : -found - 1;
    return Math.min(bucket, LIMITS.length - 1);
  }

  /** A run of empty buckets is one. */
  private static Histogram collapsed(
      double min, double max, double number, double sum, double sumOfSquares, double[] counts) {
    List<Double> limits = new ArrayList<>();
    List<Double> kept = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      boolean goesOn = counts[i] == 0 && i + 1 < counts.length && counts[i + 1] == 0;
      if (!goesOn) {
        limits.add(LIMITS[i]);
        kept.add(counts[i]);
      }
    }
    return new Histogram(min, max, number, sum, sumOfSquares, limits, kept);
  }
}
