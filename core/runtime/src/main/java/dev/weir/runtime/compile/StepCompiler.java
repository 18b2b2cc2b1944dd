package dev.weir.runtime.compile;

import static java.util.Objects.requireNonNull;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.NodeKind;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.runtime.execute.ExecutionPlan;
import dev.weir.runtime.optimise.Optimiser;
import dev.weir.runtime.partition.Partitioner;
import dev.weir.runtime.place.CostModel;
import dev.weir.runtime.place.Placement;
import dev.weir.runtime.place.Placer;
import dev.weir.runtime.trace.StepTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes plans out of graphs, by the same stages for whole steps and for functions. */
public final class StepCompiler {
  private final List<Device> devices;
  private final KernelSelector kernels;
  private final boolean soft;
  private final Optimiser optimiser;
  private final CostModel costs = new CostModel();

  /** Compiles for these devices, with these kernels and passes, with or without soft placement. */
  public StepCompiler(
      List<Device> devices, KernelSelector kernels, boolean soft, Optimiser optimiser) {
    this.devices = List.copyOf(devices);
    this.kernels = kernels;
    this.soft = soft;
    this.optimiser = optimiser;
  }

  /** Compiles what is asked of a graph. */
  public CompiledStep compile(Graph graph, StepSignature signature) {
    Graph pruned = Prune.apply(graph, signature);
    return new CompiledStep(signature, plans(pruned), signature.fetches().size());
  }

  /** Compiles a step whose feeds come, and whose fetches go, through the rendezvous. */
  public CompiledStep compilePartial(Graph graph, StepSignature signature) {
    Graph pruned = Prune.applyPartial(graph, signature);
    return new CompiledStep(signature, plans(pruned), 0);
  }

  /** Where the nodes of a step are placed, and why. */
  public Placement place(Graph graph, StepSignature signature) {
    return optimiseAndPlace(Prune.apply(graph, signature));
  }

  private Placement optimiseAndPlace(Graph pruned) {
    Placer.checkRequests(pruned, devices, soft);
    return Placer.place(optimiser.optimise(pruned), devices, soft, costs);
  }

  /** Takes the times of a step into account in later placements. */
  public void learn(StepTrace trace) {
    for (StepTrace.NodeRun run : trace.nodes()) {
      costs.record(run.node(), run.endNanos() - run.startNanos(), run.outputBytes());
    }
  }

  /** Compiles the body of a function. */
  public CompiledStep compile(GraphFunction function) {
    StepSignature whole = new StepSignature(List.of(), List.of(), List.of());
    return new CompiledStep(whole, plans(function.body()), function.outputs().size());
  }

  private List<ExecutionPlan> plans(Graph pruned) {
    Placement placement = optimiseAndPlace(pruned);
    Map<String, Device> byName = new HashMap<>();
    devices.forEach(device -> byName.put(device.name(), device));
    Map<String, Graph> parts =
        Partitioner.partition(
            placement.graph(), name -> requireNonNull(byName.get(name)).incarnation());
    boolean mayBeDead =
        parts.size() > 1
            && pruned.nodes().stream().anyMatch(node -> node.op().kind() == NodeKind.SWITCH);
    List<ExecutionPlan> plans = new ArrayList<>();
    parts.forEach(
        (name, part) ->
            plans.add(
                ExecutionPlan.of(part, requireNonNull(byName.get(name)), kernels, mayBeDead)));
    return plans;
  }
}
