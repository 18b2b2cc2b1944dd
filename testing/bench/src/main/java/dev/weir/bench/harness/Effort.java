package dev.weir.bench.harness;

import java.time.Duration;

/**
 * How much time a measurement may take.
 *
 * @param sample how long one turn of a contender should take
 * @param rounds how many turns each has
 * @param longestRounds how long all rounds together may take; then there are fewer, though at least
 *     {@value #FEWEST_ROUNDS}
 * @param shortestWarmUp how long each contender warms up at least
 * @param longestWarmUp and at most, if it does not settle
 */
public record Effort(
    Duration sample,
    int rounds,
    Duration longestRounds,
    Duration shortestWarmUp,
    Duration longestWarmUp) {
  /** Fewer have no middle. */
  public static final int FEWEST_ROUNDS = 3;

  private static final int PROCESSES = 5;

  /** Figures to keep. */
  public static final Effort FULL =
      new Effort(
          Duration.ofMillis(60),
          11,
          Duration.ofSeconds(12),
          Duration.ofMillis(500),
          Duration.ofSeconds(6));

  /** A first look. */
  public static final Effort QUICK =
      new Effort(
          Duration.ofMillis(20),
          FEWEST_ROUNDS,
          Duration.ofSeconds(2),
          Duration.ofMillis(200),
          Duration.ofSeconds(3));

  /** Returns the effort for work in several processes, which settles later and varies more. */
  public Effort forProcesses() {
    return new Effort(
        sample.multipliedBy(PROCESSES),
        rounds,
        longestRounds.multipliedBy(PROCESSES),
        shortestWarmUp.multipliedBy(PROCESSES),
        longestWarmUp.multipliedBy(PROCESSES));
  }

  /** Limits the time for all rounds together. */
  public Effort withLongestRounds(Duration longest) {
    return new Effort(sample, rounds, longest, shortestWarmUp, longestWarmUp);
  }
}
