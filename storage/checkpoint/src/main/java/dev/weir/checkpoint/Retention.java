package dev.weir.checkpoint;

import dev.weir.error.WeirException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which checkpoints of a series are kept: the last few; besides these one every so often, for good;
 * besides these the best by a measure.
 *
 * @param last how many of the last are kept, at least 1
 * @param every how far apart those are that are kept for good; null for none
 * @param best how many of the best are kept
 * @param isHigherBetter whether a measure is the better the higher it is
 */
public record Retention(int last, @Nullable Duration every, int best, boolean isHigherBetter) {
  /** Refuses to keep nothing. */
  public Retention {
    if (last < 1 || best < 0 || every != null && (every.isNegative() || every.isZero())) {
      throw WeirException.invalidArgument(
          "at least the last checkpoint is kept: last %d, best %d, every %s",
          last, best, String.valueOf(every));
    }
  }

  /** The last few. */
  public static Retention last(int count) {
    return new Retention(count, null, 0, false);
  }

  /** Also keeps one checkpoint per interval forever. */
  public Retention andEvery(Duration distance) {
    return new Retention(last, distance, best, isHigherBetter);
  }

  /** Also keeps the checkpoints with the highest measure, such as an accuracy. */
  public Retention andHighest(int count) {
    return new Retention(last, every, count, true);
  }

  /** Also keeps the checkpoints with the lowest measure, such as a loss. */
  public Retention andLowest(int count) {
    return new Retention(last, every, count, false);
  }
}
