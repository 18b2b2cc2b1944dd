package dev.weir.ops.random;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;

/**
 * Classes that are as likely as they were frequent so far, each having been seen once at the start.
 * Not thread-safe.
 */
final class LearntClasses implements CandidateSampler.Distribution {
  private final int[] counts;

  /** Sums of counts: element {@code i} of those in {@code (i - lowest bit of i, i]}, from 1 on. */
  private final long[] sums;

  private long total;

  LearntClasses(long range) {
    if (range >= Integer.MAX_VALUE) {
      throw WeirException.invalidArgument(
          "range_max must be less than %d, is %d", Integer.MAX_VALUE, range);
    }
    counts = new int[(int) range];
    sums = new long[(int) range + 1];
    for (int i = 0; i < counts.length; i++) {
      add(i);
    }
  }

  private void add(int value) {
    counts[value]++;
    total++;
    for (int i = value + 1; i < sums.length; i += i & -i) {
      sums[i]++;
    }
  }

  @Override
  public long draw(Words words) {
    long left = words.nextBelowExactly((int) total);
    int below = 0;
    for (int step = Integer.highestOneBit(counts.length); step > 0; step >>= 1) {
      int next = below + step;
      if (next < sums.length && sums[next] <= left) {
        left -= sums[next];
        below = next;
      }
    }
    return below;
  }

  @Override
  public double probability(long value) {
    return (float) counts[(int) value] / (float) total;
  }

  @Override
  public void learn(Tensor classes) {
    if (total + classes.elements() > Integer.MAX_VALUE) {
      throw WeirException.invalidArgument(
          "no more than %d classes can be learnt from", Integer.MAX_VALUE);
    }
    for (long i = 0; i < classes.elements(); i++) {
      add((int) classes.getLong(i));
    }
  }
}
