package dev.weir.cluster.internal.task;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.transport.WorkerPort;

/** The other tasks of the cluster. Thread-safe. */
@FunctionalInterface
public interface TaskPeers {
  /** The worker of a task, which may be this one. Fails if the cluster has no such task. */
  WorkerPort worker(TaskId task);
}
