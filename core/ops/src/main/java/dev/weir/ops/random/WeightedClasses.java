package dev.weir.ops.random;

import java.util.Arrays;

/**
 * Classes as likely as their weights say, drawn in constant time by Walker's method of aliases, its
 * tables made as by Vose: every class has a column of the same height, filled up by one other class
 * where its own weight does not reach.
 */
final class WeightedClasses implements CandidateSampler.Distribution {
  private final float[] weights;
  private final float total;

  /** How far up a column belongs to its own class, from 0 to 1. */
  private final float[] own;

  /** Which class the rest of a column belongs to. */
  private final int[] other;

  WeightedClasses(float[] weights) {
    this.weights = weights.clone();
    float sum = 0;
    double exactSum = 0;
    for (float weight : weights) {
      sum += weight;
      exactSum += weight;
    }
    this.total = sum;
    this.own = new float[weights.length];
    this.other = new int[weights.length];
    fillColumns(exactSum);
  }

  /**
   * Takes turns: the last column that is too low gets its rest from the last one that is too high,
   * which is looked at again. The order decides which classes equal random numbers give.
   */
  private void fillColumns(double sum) {
    int n = weights.length;
    double[] heights = new double[n];
    int[] low = new int[n];
    int[] high = new int[n];
    int lowCount = 0;
    int highCount = 0;
    for (int i = 0; i < n; i++) {
      heights[i] = weights[i] * n / sum;
      if (heights[i] < 1) {
        low[lowCount++] = i;
      } else {
        high[highCount++] = i;
      }
    }
    while (lowCount > 0 && highCount > 0) {
      int filled = low[--lowCount];
      int giver = high[--highCount];
      other[filled] = giver;
      heights[giver] -= 1 - heights[filled];
      if (heights[giver] < 1) {
        low[lowCount++] = giver;
      } else {
        high[highCount++] = giver;
      }
    }
    for (int i = 0; i < n; i++) {
      own[i] = (float) heights[i];
    }
    // What rounding left over is full to within rounding.
    fill(Arrays.copyOf(low, lowCount));
    fill(Arrays.copyOf(high, highCount));
  }

  private void fill(int[] columns) {
    for (int column : columns) {
      own[column] = 1;
      other[column] = column;
    }
  }

  @Override
  public long draw(Words words) {
    float height = words.nextFloat();
    int column = words.nextBelowExactly(weights.length);
    return height < own[column] ? column : other[column];
  }

  @Override
  public double probability(long value) {
    return weights[(int) value] / total;
  }
}
