package dev.weir.cluster.internal.worker;

import dev.weir.cluster.ClusterTimeouts;
import dev.weir.graph.kernel.FileAccess;

/**
 * Options of a worker.
 *
 * @param timeouts how long it waits for other tasks
 * @param files which files graphs may access
 * @param limits how much it keeps for masters
 */
public record WorkerOptions(ClusterTimeouts timeouts, FileAccess files, WorkerLimits limits) {
  /** Standard timeouts and limits, access to all files. */
  public static final WorkerOptions STANDARD =
      new WorkerOptions(ClusterTimeouts.STANDARD, FileAccess.ANYWHERE, WorkerLimits.STANDARD);

  /** With other timeouts. */
  public WorkerOptions withTimeouts(ClusterTimeouts other) {
    return new WorkerOptions(other, files, limits);
  }

  /** With access to other files. */
  public WorkerOptions withFiles(FileAccess other) {
    return new WorkerOptions(timeouts, other, limits);
  }

  /** With other limits. */
  public WorkerOptions withLimits(WorkerLimits other) {
    return new WorkerOptions(timeouts, files, other);
  }
}
