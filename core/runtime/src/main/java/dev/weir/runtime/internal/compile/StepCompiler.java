package dev.weir.runtime.internal.compile;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.runtime.device.Location;
import dev.weir.runtime.internal.optimize.GraphOptimizer;
import dev.weir.runtime.internal.partition.Partitioner;
import dev.weir.runtime.internal.place.PlacedGraph;
import dev.weir.runtime.place.Placement;
import dev.weir.runtime.trace.StepTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Compiles what is asked of a graph into one part a task: prune, optimize, place, partition. A
 * master compiles for the tasks of its cluster; a local session is the case of one task. Each task
 * then makes plans of its part with a {@link PlanCompiler}. Thread-safe.
 */
public final class StepCompiler {
  private final Map<String, Location> devices = new HashMap<>();
  private final StepPlacer placer;
  private final @Nullable Location home;
  private final UnaryOperator<String> tasks;
  private final UnaryOperator<Graph> transfers;

  private StepCompiler(
      List<? extends Location> devices,
      StepPlacer placer,
      @Nullable Location home,
      UnaryOperator<String> tasks,
      UnaryOperator<Graph> transfers) {
    this.placer = placer;
    this.home = home;
    this.tasks = tasks;
    this.transfers = transfers;
    devices.forEach(device -> this.devices.put(device.name(), device));
  }

  /** For devices of this process. */
  public static StepCompiler local(
      List<? extends Location> devices, boolean soft, GraphOptimizer optimizer) {
    StepPlacer placer = new StepPlacer(devices, soft, optimizer);
    return new StepCompiler(devices, placer, null, device -> "", UnaryOperator.identity());
  }

  /**
   * For devices of several tasks.
   *
   * @param home where nodes go that ask for nothing
   * @param tasks which task a device is of
   * @param transfers rewrites a placed graph, before it is cut, for what crosses between tasks
   */
  public static StepCompiler remote(
      List<? extends Location> devices,
      boolean soft,
      GraphOptimizer optimizer,
      Location home,
      UnaryOperator<String> tasks,
      UnaryOperator<Graph> transfers) {
    StepPlacer placer = new StepPlacer(devices, soft, optimizer);
    return new StepCompiler(devices, placer, home, tasks, transfers);
  }

  /** The parts of a step, by task. */
  public StepParts compile(Graph graph, StepSpec step, Boundary boundary) {
    Graph optimized = placer.optimize(Prune.apply(graph, step));
    PlacedGraph choice = placer.place(optimized, "", home);
    Graph placed = transfers.apply(choice.graph());
    ClientEdges edges =
        boundary == Boundary.RENDEZVOUS
            ? ClientEdges.connect(placed, step, this::incarnation)
            : new ClientEdges(placed, Map.of(), Map.of());
    List<StepPart> parts = new ArrayList<>();
    Partitioner.partition(edges.graph(), tasks, this::incarnation)
        .forEach(
            (task, part) ->
                parts.add(
                    new StepPart(
                        task, part, keysOf(task, edges.feeds()), keysOf(task, edges.fetches()))));
    return new StepParts(parts, choice.dependsOnCosts());
  }

  private Map<String, String> keysOf(String task, Map<String, ClientEdges.Edge> edges) {
    Map<String, String> keys = new HashMap<>();
    edges.forEach(
        (name, edge) -> {
          if (tasks.apply(edge.device()).equals(task)) {
            keys.put(name, edge.key());
          }
        });
    return keys;
  }

  /** Where the nodes of a step would be placed, and why; nothing is remembered. */
  public Placement explain(Graph graph, StepSpec step) {
    return placer.explain(graph, step, home);
  }

  /** Takes the times of a step into account in later placements. */
  public void learn(StepTrace trace) {
    placer.learn(trace);
  }

  private long incarnation(String name) {
    Location device = devices.get(name);
    if (device == null) {
      throw WeirException.internal("a node was placed on %s, which is not among the devices", name);
    }
    return device.incarnation();
  }
}
