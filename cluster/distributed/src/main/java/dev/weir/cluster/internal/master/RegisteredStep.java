package dev.weir.cluster.internal.master;

import dev.weir.cluster.internal.transport.WorkerPort;
import java.util.List;

/** A step whose parts are on their tasks, ready to run. */
record RegisteredStep(List<Part> parts) {
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
