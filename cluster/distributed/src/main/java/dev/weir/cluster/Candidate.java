package dev.weir.cluster;

/**
 * A candidate in the election among the tasks of its job: at most one of those that are connected
 * is elected at a time. A task that is cut off may believe for a while that it still is; what it
 * does then must be fenced by other means.
 */
public interface Candidate extends AutoCloseable {
  /** Whether this task is elected, as far as is known now. Does not wait. */
  boolean isElected();

  /** Stands down. Doing it twice does nothing. */
  @Override
  void close();
}
