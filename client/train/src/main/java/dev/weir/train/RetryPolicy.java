package dev.weir.train;

import dev.weir.error.WeirException;
import java.time.Duration;

/**
 * How a training retries when tasks are unreachable or variables have no values yet.
 *
 * @param timeout how long one wait for tasks and variables may take: at the start, and after every
 *     lost session
 * @param interval the time between two attempts of such a wait
 * @param logInterval how often a wait logs what it waits for
 * @param maxRecoveries how many lost sessions in a row, without a successful step, are replaced
 *     before the training fails
 */
public record RetryPolicy(
    Duration timeout, Duration interval, Duration logInterval, int maxRecoveries) {
  private static final int MAX_RECOVERIES = 20;

  public RetryPolicy {
    if (!timeout.isPositive() || !interval.isPositive() || !logInterval.isPositive()) {
      throw WeirException.invalidArgument(
          "durations must be positive: timeout %s, interval %s, log interval %s",
          timeout, interval, logInterval);
    }
    if (maxRecoveries < 0) {
      throw WeirException.invalidArgument(
          "the number of recoveries must not be negative, got %d", maxRecoveries);
    }
  }

  /** A timeout of 10 minutes, two attempts per second, a log line every 10 s, 20 recoveries. */
  public static RetryPolicy standard() {
    return new RetryPolicy(
        Duration.ofMinutes(10), Duration.ofMillis(500), Duration.ofSeconds(10), MAX_RECOVERIES);
  }

  /** Replaces the timeout. */
  public RetryPolicy withTimeout(Duration other) {
    return new RetryPolicy(other, interval, logInterval, maxRecoveries);
  }

  /** Replaces the time between attempts. */
  public RetryPolicy withInterval(Duration other) {
    return new RetryPolicy(timeout, other, logInterval, maxRecoveries);
  }

  /** Replaces the time between log lines. */
  public RetryPolicy withLogInterval(Duration other) {
    return new RetryPolicy(timeout, interval, other, maxRecoveries);
  }

  /** Replaces the number of lost sessions in a row that are replaced. */
  public RetryPolicy withMaxRecoveries(int count) {
    return new RetryPolicy(timeout, interval, logInterval, count);
  }
}
