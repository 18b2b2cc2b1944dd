package dev.weir.train.session;

import dev.weir.error.WeirException;
import java.time.Duration;

/**
 * How long a training session waits for tasks and variables.
 *
 * @param deadline how long it waits in all, each time it has to
 * @param pause how long it waits before it looks again
 * @param news how often it says what it waits for
 */
public record RetryPolicy(Duration deadline, Duration pause, Duration news) {
  public RetryPolicy {
    if (!deadline.isPositive() || !pause.isPositive() || !news.isPositive()) {
      throw WeirException.invalidArgument(
          "waiting takes time: deadline %s, pause %s, news every %s", deadline, pause, news);
    }
  }

  /** Up to ten minutes, looking twice a second, with news every ten seconds. */
  public static RetryPolicy usual() {
    return new RetryPolicy(Duration.ofMinutes(10), Duration.ofMillis(500), Duration.ofSeconds(10));
  }

  /** The same with another deadline. */
  public RetryPolicy until(Duration other) {
    return new RetryPolicy(other, pause, news);
  }
}
