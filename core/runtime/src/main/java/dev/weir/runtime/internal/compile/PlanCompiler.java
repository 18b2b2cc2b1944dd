package dev.weir.runtime.internal.compile;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.PassNote;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.runtime.internal.execute.ExecutionPlan;
import dev.weir.runtime.internal.optimize.GraphOptimizer;
import dev.weir.runtime.internal.partition.Partitioner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes plans of a task's part of a step, one a device: partition by device, apply the passes of
 * the kernels' providers, choose kernels. Also of the functions that the part calls, whose nodes it
 * places first. Thread-safe.
 */
public final class PlanCompiler {
  private final Map<String, Device> devices = new HashMap<>();
  private final KernelSelector kernels;
  private final GraphOptimizer optimizer;
  private final StepPlacer functions;

  /** Compiles for these devices, with these kernels and passes, with or without soft placement. */
  public PlanCompiler(
      List<Device> devices, KernelSelector kernels, boolean soft, GraphOptimizer optimizer) {
    this.kernels = kernels;
    this.optimizer = optimizer;
    this.functions = new StepPlacer(devices, soft, optimizer);
    devices.forEach(device -> this.devices.put(device.name(), device));
  }

  /** The plans of a part whose nodes are placed on devices of this process. */
  public List<ExecutionPlan> compile(Graph part) {
    Map<String, Graph> parts = Partitioner.byDevice(part, name -> device(name).incarnation());
    boolean mayBeDead = receivesFromElsewhere(part) || (parts.size() > 1 && hasSwitch(part));
    List<ExecutionPlan> plans = new ArrayList<>();
    parts.forEach((name, graph) -> plans.add(plan(graph, device(name), mayBeDead)));
    return plans;
  }

  /** What the passes make of a part whose nodes are placed on devices of this process. */
  public List<PassNote> explain(Graph part) {
    return Partitioner.byDevice(part, name -> device(name).incarnation()).values().stream()
        .flatMap(graph -> optimizer.explain(graph).stream())
        .toList();
  }

  /** The plans of a function's body for a caller on a device. */
  public List<ExecutionPlan> compile(GraphFunction function, Device caller) {
    Graph optimized = functions.optimize(function.body());
    String place = function.name() + " from " + caller.name();
    return compile(functions.place(optimized, place, caller).graph());
  }

  private Device device(String name) {
    Device device = devices.get(name);
    if (device == null) {
      throw WeirException.invalidArgument(
          "a node is placed on %s; this task has %s", name, devices.keySet());
    }
    return device;
  }

  /** Whether a node takes a value, maybe a dead one, from another task. Clients send live ones. */
  private static boolean receivesFromElsewhere(Graph part) {
    return part.nodes().stream()
        .anyMatch(
            node ->
                node.op().kind() == NodeKind.RECEIVE && !node.attrs().bool("client_terminated"));
  }

  private static boolean hasSwitch(Graph graph) {
    return graph.nodes().stream().map(Node::op).anyMatch(op -> op.kind() == NodeKind.SWITCH);
  }

  private ExecutionPlan plan(Graph part, Device device, boolean mayBeDead) {
    return ExecutionPlan.of(optimizer.specialize(part), device, kernels, mayBeDead);
  }
}
