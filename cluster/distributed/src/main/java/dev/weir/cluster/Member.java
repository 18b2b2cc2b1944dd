package dev.weir.cluster;

import dev.weir.error.WeirException;

/**
 * A task that runs, or is said to: where it listens, and which of its lives it is in.
 *
 * @param address as {@code host:port}
 * @param incarnation a number that every start of the task draws anew; {@link #UNKNOWN_INCARNATION}
 *     where it is unknown
 */
public record Member(TaskId task, String address, long incarnation) {
  /** No task draws this number. */
  public static final long UNKNOWN_INCARNATION = 0;

  /** Refuses what is no address. */
  public Member {
    try {
      address = HostPort.parse(address).toString();
    } catch (WeirException e) {
      throw e.within(task.name());
    }
  }
}
