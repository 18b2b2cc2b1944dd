package dev.weir.ops.random;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.util.HashMap;
import java.util.Map;

/**
 * Classes that are as likely as they were frequent so far, each having been seen once at the start.
 * Not thread-safe.
 */
final class LearnedClasses implements CandidateSampler.Distribution {
  private final int range;

  /** How often a class has been seen after the start; memory is for what was seen only. */
  private final Map<Integer, Integer> seen = new HashMap<>();

  /** Sums of these: element {@code i} of those in {@code (i - lowest bit of i, i]}, from 1 on. */
  private final Map<Integer, Integer> sums = new HashMap<>();

  private long total;

  LearnedClasses(long range) {
    if (range >= Integer.MAX_VALUE) {
      throw WeirException.invalidArgument(
          "range_max must be less than %d, is %d", Integer.MAX_VALUE, range);
    }
    this.range = (int) range;
    this.total = range;
  }

  private void add(int value) {
    seen.merge(value, 1, Integer::sum);
    total++;
    for (long i = value + 1L; i <= range; i += i & -i) {
      sums.merge((int) i, 1, Integer::sum);
    }
  }

  /** How often the classes in {@code (i - lowest bit of i, i]} have been seen. */
  private long sum(int i) {
    return (i & -i) + sums.getOrDefault(i, 0);
  }

  @Override
  public long draw(Words words) {
    long left = words.nextBelowExactly((int) total);
    int below = 0;
    for (int step = Integer.highestOneBit(range); step > 0; step >>= 1) {
      int next = below + step;
      if (next > 0 && next <= range && sum(next) <= left) {
        left -= sum(next);
        below = next;
      }
    }
    return below;
  }

  @Override
  public double probability(long value) {
    return (float) (1 + seen.getOrDefault((int) value, 0)) / (float) total;
  }

  @Override
  public void learn(Tensor classes) {
    if (total + classes.elements() > Integer.MAX_VALUE) {
      throw WeirException.invalidArgument(
          "no more than %d classes can be learned from", Integer.MAX_VALUE);
    }
    for (long i = 0; i < classes.elements(); i++) {
      add((int) classes.getLong(i));
    }
  }
}
