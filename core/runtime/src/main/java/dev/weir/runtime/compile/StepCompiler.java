package dev.weir.runtime.compile;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.runtime.execute.ExecutionPlan;
import dev.weir.runtime.optimise.Optimiser;
import dev.weir.runtime.partition.Partitioner;
import dev.weir.runtime.place.Placement;
import dev.weir.runtime.trace.StepTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes plans for devices of this process out of graphs, by the same stages for whole steps, for
 * functions, and for the part of a step that another process has placed here.
 */
public final class StepCompiler {
  private final List<Device> devices;
  private final Map<String, Device> byName = new HashMap<>();
  private final KernelSelector kernels;
  private final Optimiser optimiser;
  private final StepPlacer placer;

  /** Compiles for these devices, with these kernels and passes, with or without soft placement. */
  public StepCompiler(
      List<Device> devices, KernelSelector kernels, boolean soft, Optimiser optimiser) {
    this.devices = List.copyOf(devices);
    this.kernels = kernels;
    this.optimiser = optimiser;
    this.placer = new StepPlacer(devices, soft, optimiser);
    devices.forEach(device -> byName.put(device.name(), device));
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

  /** Compiles the body of a function for a caller on a device. */
  public CompiledStep compile(GraphFunction function, Device caller) {
    String place = function.name() + " from " + caller.name();
    long revision = function.body().revision();
    List<ExecutionPlan> plans = plans(function.body(), place, caller);
    return new CompiledStep(StepSignature.WHOLE, plans, function.outputs().size(), revision);
  }

  /** Compiles a graph that is already placed on devices of this process. */
  public List<ExecutionPlan> compilePlaced(Graph placed) {
    Map<String, Graph> parts = Partitioner.partition(placed, name -> device(name).incarnation());
    boolean receives = placed.nodes().stream().anyMatch(StepCompiler::receivesFromElsewhere);
    return plans(parts, receives || (parts.size() > 1 && hasSwitch(placed)));
  }

  /** Where the nodes of a step are placed, and why. */
  public Placement place(Graph graph, StepSignature signature) {
    return placer.explain(graph, signature, null);
  }

  /** Takes the times of a step into account in later placements. */
  public void learn(StepTrace trace) {
    placer.learn(trace);
  }

  private Device device(String name) {
    Device device = byName.get(name);
    if (device == null) {
      throw WeirException.invalidArgument(
          "a node is placed on %s; this task has %s", name, byName.keySet());
    }
    return device;
  }

  private List<ExecutionPlan> plans(Graph pruned, String function, @Nullable Device home) {
    Graph optimised = placer.optimise(pruned);
    if (devices.size() == 1 && optimised.size() > 0) { // nothing to choose, nothing to cut
      return List.of(plan(optimised, devices.get(0), false));
    }
    Placement placement = placer.place(optimised, function, home);
    Map<String, Graph> parts =
        Partitioner.partition(placement.graph(), name -> device(name).incarnation());
    return plans(parts, parts.size() > 1 && hasSwitch(pruned));
  }

  /** Whether a node takes a value, maybe a dead one, from another task. Clients send live ones. */
  private static boolean receivesFromElsewhere(Node node) {
    return node.op().kind() == NodeKind.RECEIVE && !node.attrs().bool("client_terminated");
  }

  private static boolean hasSwitch(Graph graph) {
    return graph.nodes().stream().anyMatch(node -> node.op().kind() == NodeKind.SWITCH);
  }

  private List<ExecutionPlan> plans(Map<String, Graph> parts, boolean mayBeDead) {
    List<ExecutionPlan> plans = new ArrayList<>();
    parts.forEach((name, part) -> plans.add(plan(part, device(name), mayBeDead)));
    return plans;
  }

  private ExecutionPlan plan(Graph part, Device device, boolean mayBeDead) {
    return ExecutionPlan.of(optimiser.specialise(part), device, kernels, mayBeDead);
  }
}
