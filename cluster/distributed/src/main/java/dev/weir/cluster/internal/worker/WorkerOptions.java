package dev.weir.cluster.internal.worker;

import dev.weir.cluster.ClusterTimeouts;
import dev.weir.graph.kernel.FileAccess;

/**
 * How a worker treats others.
 *
 * @param patience how long it waits for other tasks
 * @param files what graphs may touch
 * @param limits how much it keeps for masters
 */
public record WorkerOptions(ClusterTimeouts patience, FileAccess files, WorkerLimits limits) {
  /** The usual patience, and any file. */
  public static final WorkerOptions STANDARD =
      new WorkerOptions(ClusterTimeouts.STANDARD, FileAccess.ANYWHERE);

  /** The usual limits. */
  public WorkerOptions(ClusterTimeouts patience, FileAccess files) {
    this(patience, files, WorkerLimits.STANDARD);
  }
}
