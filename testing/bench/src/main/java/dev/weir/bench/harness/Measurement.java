package dev.weir.bench.harness;

import java.util.Arrays;

/**
 * What was measured of one contender.
 *
 * @param name the contender
 * @param seconds seconds a call took, on average, in each of its turns
 */
public record Measurement(String name, double... seconds) {
  /** Checks that there is something and copies it. */
  public Measurement {
    if (seconds.length == 0) {
      throw new IllegalArgumentException("nothing was measured of " + name);
    }
    seconds = seconds.clone();
  }

  /** Seconds a call takes: the median of the turns. */
  public double median() {
    return quantile(0.5);
  }

  /** Calls per second. */
  public double rate() {
    return 1 / median();
  }

  /** How far the middle half of the turns is spread, relative to the median. */
  public double spread() {
    return (quantile(0.75) - quantile(0.25)) / median();
  }

  private double quantile(double share) {
    double[] sorted = seconds.clone();
    Arrays.sort(sorted);
    double position = share * (sorted.length - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }
}
