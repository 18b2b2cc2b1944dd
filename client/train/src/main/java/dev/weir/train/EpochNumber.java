package dev.weir.train;

import dev.weir.error.WeirException;

/**
 * The number of an epoch: a count, random bits that distinguish two chiefs with the same count, and
 * the worker that began it. Numbers are ordered by their counts first.
 *
 * @param value the number as tasks hold it; 0 stands for no epoch
 */
public record EpochNumber(long value) implements Comparable<EpochNumber> {
  private static final int WORKER_BITS = 16;
  private static final int CHANCE_BITS = 16;
  private static final long MASK = (1 << WORKER_BITS) - 1;

  /** No epoch: what belongs to it is admitted in any. */
  public static final EpochNumber NONE = new EpochNumber(0);

  public EpochNumber {
    if (value < 0) {
      throw WeirException.invalidArgument("the number of an epoch is at least 0, got %d", value);
    }
  }

  /**
   * An epoch that comes after this one.
   *
   * @param worker which worker begins it
   * @param chance random bits, of which some are used
   */
  public EpochNumber next(int worker, long chance) {
    if (worker < 0 || worker > MASK) {
      throw WeirException.invalidArgument(
          "workers are numbered from 0 to %d, got %d", MASK, worker);
    }
    long bits = (count() + 1) << CHANCE_BITS | (chance & MASK);
    return new EpochNumber(bits << WORKER_BITS | worker);
  }

  /** The count, from 1; 0 for none. */
  public long count() {
    return value >>> (WORKER_BITS + CHANCE_BITS);
  }

  /** Which worker began it. */
  public int worker() {
    return (int) (value & MASK);
  }

  public boolean isNone() {
    return value == 0;
  }

  @Override
  public int compareTo(EpochNumber other) {
    return Long.compare(value, other.value);
  }

  /** {@code 7 of worker 0}, or {@code none}. */
  @Override
  public String toString() {
    return isNone() ? "none" : count() + " of worker " + worker();
  }
}
