package dev.weir.cluster.internal.check;

import dev.weir.cluster.TaskId;
import java.time.Duration;

/** Checks the state of a task. */
@FunctionalInterface
public interface TaskProbe {
  /**
   * Probes the server at the address. It is called on a virtual thread, and interrupted when it
   * takes much longer than the limit.
   */
  Finding probe(TaskId task, String address, Duration limit);

  /** Asks further, in what is left of the time, where this one finds nothing wrong. */
  default TaskProbe then(TaskProbe next) {
    return (task, address, limit) -> {
      long start = System.nanoTime();
      Finding finding = probe(task, address, limit);
      Duration left = limit.minusNanos(System.nanoTime() - start);
      return finding.health().isGood() && left.isPositive()
          ? next.probe(task, address, left)
          : finding;
    };
  }
}
