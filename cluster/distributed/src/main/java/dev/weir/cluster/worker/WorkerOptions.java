package dev.weir.cluster.worker;

import dev.weir.cluster.Patience;
import dev.weir.graph.kernel.FileAccess;

/**
 * How a worker treats others.
 *
 * @param patience how long it waits for other tasks
 * @param files what graphs may touch
 * @param limits how much it keeps for masters
 */
public record WorkerOptions(Patience patience, FileAccess files, WorkerLimits limits) {
  /** The usual patience, and any file. */
  public static final WorkerOptions STANDARD =
      new WorkerOptions(Patience.STANDARD, FileAccess.ANYWHERE);

  /** The usual limits. */
  public WorkerOptions(Patience patience, FileAccess files) {
    this(patience, files, WorkerLimits.STANDARD);
  }
}
