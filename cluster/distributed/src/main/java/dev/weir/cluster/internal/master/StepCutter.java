package dev.weir.cluster.internal.master;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.wire.DeviceStats;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.runtime.internal.compile.Boundary;
import dev.weir.runtime.internal.compile.CostSamples;
import dev.weir.runtime.internal.compile.StepCompiler;
import dev.weir.runtime.internal.compile.StepPart;
import dev.weir.runtime.internal.compile.StepParts;
import dev.weir.runtime.internal.compile.StepSpec;
import dev.weir.runtime.internal.optimize.GraphOptimizer;
import dev.weir.runtime.place.Placement;
import dev.weir.runtime.trace.StepTrace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compiles the steps of a session's graph for the tasks of its cluster. */
final class StepCutter {
  /** Tasks do not report how large outputs are. */
  private static final long UNKNOWN_SIZE = -1;

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

  /**
   * A step, cut into parts.
   *
   * @param parts the master's own comes last: it may run at once when its turn comes
   * @param samples which of its runs are measured
   * @param dependsOnCosts whether other costs of nodes may lead to another placement
   */
  record CutStep(List<TaskPart> parts, CostSamples samples, boolean dependsOnCosts) {}

  /** Cuts a step into parts. */
  CutStep cut(StepSpec step) {
    StepParts compiled = compiler.compile(graph, step.canonical(graph), Boundary.RENDEZVOUS);
    List<TaskPart> parts = new ArrayList<>();
    for (StepPart part : compiled.parts()) {
      TaskId task = tasks.get(part.task());
      if (task == null) {
        throw WeirException.internal("a step was cut for %s, which is no task", part.task());
      }
      parts.add(TaskPart.of(task, isWeirs(task), part, step, graph));
    }
    parts.sort(Comparator.comparing(part -> part.task().equals(home.task())));
    return new CutStep(List.copyOf(parts), CostSamples.of(compiled), compiled.dependsOnCosts());
  }

  /** Where the nodes of a step would be placed now, and why. */
  Placement explain(StepSpec step) {
    return compiler.explain(graph, step.canonical(graph));
  }

  /** Takes the times of a step into account in later placements. */
  void learn(List<DeviceStats> stats) {
    List<StepTrace.NodeRun> runs = new ArrayList<>();
    for (DeviceStats device : stats) {
      for (DeviceStats.NodeRun node : device.nodes()) {
        runs.add(
            new StepTrace.NodeRun(
                device.device(), node.name(), "", "", "", 0, node.durationNanos(), UNKNOWN_SIZE));
      }
    }
    compiler.learn(new StepTrace(0, 0, 0, runs));
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
