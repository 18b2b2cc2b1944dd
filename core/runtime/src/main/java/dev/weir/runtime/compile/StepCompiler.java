package dev.weir.runtime.compile;

import static java.util.Objects.requireNonNull;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.NodeKind;
import dev.weir.runtime.SessionConfig;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.execute.ExecutionPlan;
import dev.weir.runtime.partition.Partitioner;
import dev.weir.runtime.place.CostModel;
import dev.weir.runtime.place.Placement;
import dev.weir.runtime.place.Placer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes plans out of graphs, by the same stages for whole steps and for functions. */
public final class StepCompiler {
  private final SessionConfig config;
  private final CostModel costs = new CostModel();

  public StepCompiler(SessionConfig config) {
    this.config = config;
  }

  /** Compiles what is asked of a graph. */
  public CompiledStep compile(Graph graph, StepSignature signature) {
    Graph pruned = Prune.apply(graph, signature);
    return new CompiledStep(signature, plans(pruned), signature.fetches().size());
  }

  /** Compiles the body of a function. */
  public CompiledStep compile(GraphFunction function) {
    StepSignature whole = new StepSignature(List.of(), List.of(), List.of());
    return new CompiledStep(whole, plans(function.body()), function.outputs().size());
  }

  private List<ExecutionPlan> plans(Graph pruned) {
    Placement placement = Placer.place(pruned, config.devices(), config.softPlacement(), costs);
    Map<String, Device> devices = new HashMap<>();
    config.devices().forEach(device -> devices.put(device.name(), device));
    Map<String, Graph> parts =
        Partitioner.partition(
            placement.graph(), name -> requireNonNull(devices.get(name)).incarnation());
    boolean mayBeDead =
        parts.size() > 1
            && pruned.nodes().stream().anyMatch(node -> node.op().kind() == NodeKind.SWITCH);
    List<ExecutionPlan> plans = new ArrayList<>();
    parts.forEach(
        (name, part) ->
            plans.add(
                ExecutionPlan.of(
                    part, requireNonNull(devices.get(name)), config.kernels(), mayBeDead)));
    return plans;
  }
}
