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
import org.jspecify.annotations.Nullable;

/** Makes plans out of graphs, by the same stages for whole steps and for functions. */
public final class StepCompiler {
  private final List<Device> devices;
  private final KernelSelector kernels;
  private final boolean soft;
  private final Optimiser optimiser;
  private final CostModel costs = new CostModel();

  /** Where state is, by the function it is in, or nothing, and the name of its node. */
  private final Map<String, Map<String, Device>> stateAt = new HashMap<>();

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
    long revision = graph.revision(); // read first: a change from now on is one the plans lack
    Graph pruned = Prune.apply(graph, signature);
    int results = signature.fetches().size();
    return new CompiledStep(signature, plans(pruned, "", null), results, revision);
  }

  /** Compiles a step whose feeds come, and whose fetches go, through the rendezvous. */
  public CompiledStep compilePartial(Graph graph, StepSignature signature) {
    long revision = graph.revision();
    Graph pruned = Prune.applyPartial(graph, signature);
    return new CompiledStep(signature, plans(pruned, "", null), 0, revision);
  }

  /** Where the nodes of a step are placed, and why. */
  public Placement place(Graph graph, StepSignature signature) {
    Graph optimised = optimise(Prune.apply(graph, signature));
    return Placer.place(optimised, devices, soft, costs, null, new HashMap<>(stateIn("")));
  }

  private Graph optimise(Graph pruned) {
    Placer.checkRequests(pruned, devices, soft);
    return optimiser.optimise(pruned);
  }

  private synchronized Map<String, Device> stateIn(String function) {
    return Map.copyOf(stateAt.getOrDefault(function, Map.of()));
  }

  /** Places one graph at a time: where one puts state the next will find it. */
  private synchronized Placement place(Graph optimised, String function, @Nullable Device home) {
    Map<String, Device> known = stateAt.computeIfAbsent(function, key -> new HashMap<>());
    return Placer.place(optimised, devices, soft, costs, home, known);
  }

  /** Takes the times of a step into account in later placements. */
  public void learn(StepTrace trace) {
    Map<String, Double> speeds = new HashMap<>();
    devices.forEach(device -> speeds.put(device.name(), device.speed()));
    for (StepTrace.NodeRun run : trace.nodes()) {
      double speed = speeds.getOrDefault(run.device(), 1.0);
      long atUsualSpeed = Math.round((run.endNanos() - run.startNanos()) * speed);
      costs.record(run.node(), atUsualSpeed, run.outputBytes());
    }
  }

  /** Compiles the body of a function for a caller on a device. */
  public CompiledStep compile(GraphFunction function, Device caller) {
    StepSignature whole = new StepSignature(List.of(), List.of(), List.of());
    String place = function.name() + " from " + caller.name();
    long revision = function.body().revision();
    List<ExecutionPlan> plans = plans(function.body(), place, caller);
    return new CompiledStep(whole, plans, function.outputs().size(), revision);
  }

  private List<ExecutionPlan> plans(Graph pruned, String function, @Nullable Device home) {
    Graph optimised = optimise(pruned);
    if (devices.size() == 1 && optimised.size() > 0) { // nothing to choose, nothing to cut
      return List.of(plan(optimised, devices.get(0), false));
    }
    Placement placement = place(optimised, function, home);
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
        (name, part) -> plans.add(plan(part, requireNonNull(byName.get(name)), mayBeDead)));
    return plans;
  }

  private ExecutionPlan plan(Graph part, Device device, boolean mayBeDead) {
    return ExecutionPlan.of(optimiser.specialise(part), device, kernels, mayBeDead);
  }
}
