package dev.weir.cluster;

import dev.weir.error.WeirException;
import java.time.Duration;

/**
 * How long a task waits for others before it draws its conclusions.
 *
 * @param start for all tasks to be there when a session starts
 * @param silence for a word from a task that a step waits for, before it is taken for lost
 * @param idle for a session to be used again, before its client is taken for gone
 */
public record ClusterTimeouts(Duration start, Duration silence, Duration idle) {
  /** A minute to start, ten seconds of silence, a day without use. */
  public static final ClusterTimeouts STANDARD =
      new ClusterTimeouts(Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofDays(1));

  public ClusterTimeouts {
    if (!start.isPositive() || !silence.isPositive() || !idle.isPositive()) {
      throw WeirException.invalidArgument(
          "a task must wait for others for a while; got %s to start, %s of silence, %s without use",
          start, silence, idle);
    }
    start = Durations.limited(start);
    silence = Durations.limited(silence);
    idle = Durations.limited(idle);
  }

  /** The same with another limit for the start. */
  public ClusterTimeouts withStart(Duration other) {
    return new ClusterTimeouts(other, silence, idle);
  }

  /** The same with another limit for silence. */
  public ClusterTimeouts withSilence(Duration other) {
    return new ClusterTimeouts(start, other, idle);
  }

  /** The same with another limit for sessions that are not used. */
  public ClusterTimeouts withIdle(Duration other) {
    return new ClusterTimeouts(start, silence, other);
  }
}
