package dev.weir.cluster.internal.master;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.runtime.internal.compile.Boundary;
import dev.weir.runtime.internal.compile.StepCompiler;
import dev.weir.runtime.internal.compile.StepPart;
import dev.weir.runtime.internal.compile.StepSpec;
import dev.weir.runtime.internal.optimize.GraphOptimizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compiles the steps of a session's graph for the tasks of its cluster. */
final class StepCutter {
  private final Graph graph;
  private final StepCompiler compiler;
  private final Map<String, RemoteDevice> devices = new HashMap<>();
  private final Map<String, TaskId> tasks = new HashMap<>();
  private final RemoteDevice home;

  /**
   * Compiles steps of a graph.
   *
   * @param home where nodes go that ask for nothing
   */
  StepCutter(
      Graph graph,
      List<RemoteDevice> devices,
      RemoteDevice home,
      GraphOptimizer optimizer,
      SessionOptions options) {
    this.graph = graph;
    this.home = home;
    devices.forEach(device -> this.devices.put(device.name(), device));
    devices.forEach(device -> tasks.put(device.task().name(), device.task()));
    this.compiler =
        StepCompiler.remote(
            devices,
            options.softPlacement(),
            optimizer,
            home,
            device -> taskOf(device).name(),
            placed -> TruncateTransfers.apply(placed, this::taskOf, options.wireFormat()));
  }

  /** Fails if the graph has not all that a step names. */
  void checkNames(StepSpec step) {
    step.check(graph);
  }

  /** The parts of a step. The master's own comes last: it may run at once when its turn comes. */
  List<TaskPart> cut(StepSpec step) {
    List<TaskPart> parts = new ArrayList<>();
    for (StepPart part : compiler.compile(graph, step.canonical(graph), Boundary.RENDEZVOUS)) {
      TaskId task = tasks.get(part.task());
      if (task == null) {
        throw WeirException.internal("a step was cut for %s, which is no task", part.task());
      }
      parts.add(TaskPart.of(task, isWeirs(task), part, step, graph));
    }
    parts.sort(Comparator.comparing(part -> part.task().equals(home.task())));
    return parts;
  }

  private boolean isWeirs(TaskId task) {
    return devices.values().stream()
        .filter(device -> device.task().equals(task))
        .allMatch(RemoteDevice::isWeirs);
  }

  private TaskId taskOf(String device) {
    RemoteDevice found = devices.get(device);
    if (found == null) {
      throw WeirException.internal("a node was placed on %s, which is not in the cluster", device);
    }
    return found.task();
  }
}
