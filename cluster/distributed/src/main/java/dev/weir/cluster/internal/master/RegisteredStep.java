package dev.weir.cluster.internal.master;

import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.runtime.internal.compile.CostSamples;
import java.util.List;

/**
 * A step whose parts are on their tasks, ready to run.
 *
 * @param samples which of its runs are measured
 * @param dependsOnCosts whether other costs of nodes may lead to another placement
 */
record RegisteredStep(List<Part> parts, CostSamples samples, boolean dependsOnCosts) {
  RegisteredStep {
    parts = List.copyOf(parts);
  }

  /**
   * A part and where it is.
   *
   * @param graph the handle under which the task knows it
   * @param incarnation of a device of the task, as the session knows it
   */
  record Part(TaskPart what, WorkerPort worker, String graph, long incarnation) {}
}
