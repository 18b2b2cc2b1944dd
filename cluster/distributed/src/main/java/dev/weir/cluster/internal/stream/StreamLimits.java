package dev.weir.cluster.internal.stream;

import dev.weir.error.WeirException;
import java.time.Duration;

/**
 * What peers of a stream may take before and after they are admitted.
 *
 * @param connections how many connections a task serves at a time; more are refused
 * @param unadmitted how many of them may be waiting for admission; the oldest makes room for a new
 *     one
 * @param admission how long a peer has from connecting to a valid greeting
 * @param progress how long a message that has begun to arrive, or waits to be sent, may make no
 *     progress before its connection is closed; a message that holds much memory has to move in
 *     proportion to it
 */
public record StreamLimits(int connections, int unadmitted, Duration admission, Duration progress) {
  /** For clusters of thousands of tasks. */
  public static final StreamLimits DEFAULT =
      new StreamLimits(10_000, 256, Duration.ofSeconds(5), Duration.ofSeconds(30));

  public StreamLimits {
    if (connections < 1 || unadmitted < 1 || isTooShort(admission) || isTooShort(progress)) {
      throw WeirException.invalidArgument(
          "%d connections, %d of them unadmitted, %s for admission and %s without progress cannot"
              + " work: at least 1, 1, 1 ms and 1 ms",
          connections, unadmitted, admission, progress);
    }
  }

  private static boolean isTooShort(Duration limit) {
    return limit.compareTo(Duration.ofMillis(1)) < 0;
  }

  /** With other bounds on connections. */
  public StreamLimits withConnections(int all, int notAdmitted) {
    return new StreamLimits(all, notAdmitted, admission, progress);
  }

  /** With another deadline for admission. */
  public StreamLimits withAdmission(Duration limit) {
    return new StreamLimits(connections, unadmitted, limit, progress);
  }

  /** With another deadline for progress. */
  public StreamLimits withProgress(Duration limit) {
    return new StreamLimits(connections, unadmitted, admission, limit);
  }
}
