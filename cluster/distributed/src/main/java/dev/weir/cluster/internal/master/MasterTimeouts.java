package dev.weir.cluster.internal.master;

import java.time.Duration;

/** The timeouts and intervals of a master. */
final class MasterTimeouts {
  /** For a response to a short call. */
  static final Duration CALL = Duration.ofSeconds(10);

  /** For the diagnosis of an incomplete cluster. */
  static final Duration EXAMINATION = Duration.ofSeconds(3);

  /** Between two attempts to reach a task that is not up yet. */
  static final Duration RETRY = Duration.ofMillis(250);

  /** For a task to take and compile its part of a graph. */
  static final Duration REGISTER = Duration.ofMinutes(5);

  /** For a step that has no limit of its own; that tasks are alive is seen otherwise. */
  static final Duration STEP = Duration.ofDays(7);

  /** Before a task that could not be reached is asked again to forget something. */
  static final Duration FIRST_REPEAT = Duration.ofSeconds(1);

  /** The longest backoff; a task that is unreachable for so long has probably died. */
  static final Duration LAST_REPEAT = Duration.ofMinutes(2);

  /**
   * How long workers keep a session that its master does not renew: with their sweeps, nothing of a
   * dead master is left after a minute.
   */
  static final Duration LEASE = Duration.ofSeconds(45);

  /** Between two renewals of leases; several may be lost. */
  static final Duration RENEWAL = Duration.ofSeconds(10);

  /** Added to the deadline of a task's part of a step: the master enforces the deadline itself. */
  static final Duration SLACK = Duration.ofSeconds(5);

  private MasterTimeouts() {}
}
