package dev.weir.runtime.internal.compile;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.runtime.device.Location;
import dev.weir.runtime.internal.optimize.GraphOptimizer;
import dev.weir.runtime.internal.place.CostModel;
import dev.weir.runtime.internal.place.PlacedGraph;
import dev.weir.runtime.internal.place.Placer;
import dev.weir.runtime.place.Placement;
import dev.weir.runtime.trace.StepTrace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The first half of compiling: what is asked for is optimized and placed. It remembers where state
 * was put, and learns from traces what nodes cost. Thread-safe.
 */
public final class StepPlacer {
  private final List<Location> locations;
  private final boolean soft;
  private final GraphOptimizer optimizer;
  private final CostModel costs = new CostModel();

  /** Where state is, by the function it is in, or nothing, and the name of its node. */
  private final Map<String, Map<String, Location>> stateAt = new HashMap<>();

  /** Places on these devices, which may be anywhere, with or without soft placement. */
  public StepPlacer(List<? extends Location> locations, boolean soft, GraphOptimizer optimizer) {
    this.locations = List.copyOf(locations);
    this.soft = soft;
    this.optimizer = optimizer;
  }

  /** Applies the passes, after refusing requests that no device meets. */
  public Graph optimize(Graph pruned) {
    Placer.checkRequests(pruned, locations, soft);
    return optimizer.optimize(pruned);
  }

  /**
   * Places an optimized graph, one at a time: where one puts state the next will find it.
   *
   * @param function the function the graph is the body of, or nothing
   * @param home where nodes go that ask for nothing; null if they may go anywhere
   */
  public PlacedGraph place(Graph optimized, String function, @Nullable Location home) {
    return locations.size() == 1
        ? new PlacedGraph(onOnlyDevice(optimized), new Placement(List.of()), false)
        : placed(optimized, function, home);
  }

  private synchronized PlacedGraph placed(
      Graph optimized, String function, @Nullable Location home) {
    Map<String, Location> known = stateAt.computeIfAbsent(function, key -> new HashMap<>());
    return Placer.place(optimized, locations, soft, costs, home, known);
  }

  private Graph onOnlyDevice(Graph optimized) {
    String device = locations.get(0).name();
    Graph placed = new Graph(optimized.registry());
    placed.copyFunctionsOf(optimized);
    GraphCopier copier = new GraphCopier(placed);
    optimized.nodes().forEach(node -> copier.copy(node, device));
    return copier.finish();
  }

  /** Where the nodes of a step would be placed, and why; nothing is remembered. */
  public Placement explain(Graph graph, StepSpec step, @Nullable Location home) {
    Graph optimized = optimize(Prune.apply(graph, step));
    Map<String, Location> known;
    synchronized (this) {
      known = new HashMap<>(stateAt.getOrDefault("", Map.of()));
    }
    return Placer.place(optimized, locations, soft, costs, home, known).placement();
  }

  /** Takes the times of a step into account in later placements. */
  public void learn(StepTrace trace) {
    Map<String, Double> speeds = new HashMap<>();
    locations.forEach(device -> speeds.put(device.name(), device.speed()));
    for (StepTrace.NodeRun run : trace.nodes()) {
      double speed = speeds.getOrDefault(run.device(), 1.0);
      long atUsualSpeed = Math.round((run.endNanos() - run.startNanos()) * speed);
      costs.record(run.node(), atUsualSpeed, run.outputBytes());
    }
  }
}
