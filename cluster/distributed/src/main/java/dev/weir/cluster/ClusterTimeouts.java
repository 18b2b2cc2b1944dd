package dev.weir.cluster;

import dev.weir.error.WeirException;
import java.time.Duration;

/**
 * How long a task waits for other tasks and for clients.
 *
 * @param startTimeout for all tasks to be up when a session starts
 * @param heartbeatTimeout for a response from a task that a step waits for, before it counts as
 *     lost
 * @param idleTimeout for the next use of a session, before its client counts as gone
 */
public record ClusterTimeouts(
    Duration startTimeout, Duration heartbeatTimeout, Duration idleTimeout) {
  /** 60 s to start, 10 s without heartbeat, 1 day idle. */
  public static final ClusterTimeouts STANDARD =
      new ClusterTimeouts(Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofDays(1));

  public ClusterTimeouts {
    if (!startTimeout.isPositive() || !heartbeatTimeout.isPositive() || !idleTimeout.isPositive()) {
      throw WeirException.invalidArgument(
          "timeouts must be positive; got %s to start, %s for heartbeats, %s idle",
          startTimeout, heartbeatTimeout, idleTimeout);
    }
    startTimeout = Durations.limited(startTimeout);
    heartbeatTimeout = Durations.limited(heartbeatTimeout);
    idleTimeout = Durations.limited(idleTimeout);
  }

  /** With another start timeout. */
  public ClusterTimeouts withStartTimeout(Duration timeout) {
    return new ClusterTimeouts(timeout, heartbeatTimeout, idleTimeout);
  }

  /** With another heartbeat timeout. */
  public ClusterTimeouts withHeartbeatTimeout(Duration timeout) {
    return new ClusterTimeouts(startTimeout, timeout, idleTimeout);
  }

  /** With another idle timeout. */
  public ClusterTimeouts withIdleTimeout(Duration timeout) {
    return new ClusterTimeouts(startTimeout, heartbeatTimeout, timeout);
  }
}
