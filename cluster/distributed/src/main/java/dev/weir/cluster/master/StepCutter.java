package dev.weir.cluster.master;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.wire.WireFormat;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.runtime.compile.ClientEdges;
import dev.weir.runtime.compile.PartialKeys;
import dev.weir.runtime.compile.Prune;
import dev.weir.runtime.compile.StepPlacer;
import dev.weir.runtime.compile.StepSignature;
import dev.weir.runtime.partition.Partitioner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what is asked of a graph into one part a task: prune, optimise, place and partition as in
 * one process, only that feeds and fetches go through the rendezvous of the task they belong to.
 */
final class StepCutter {
  private final Graph graph;
  private final StepPlacer placer;
  private final Map<String, RemoteDevice> devices = new HashMap<>();
  private final RemoteDevice home;
  private final WireFormat usual;

  /**
   * Cuts steps of a graph.
   *
   * @param home where nodes go that ask for nothing
   * @param usual how values cross between tasks, where nodes do not say otherwise
   */
  StepCutter(
      Graph graph,
      StepPlacer placer,
      List<RemoteDevice> devices,
      RemoteDevice home,
      WireFormat usual) {
    this.graph = graph;
    this.placer = placer;
    this.home = home;
    this.usual = usual;
    devices.forEach(device -> this.devices.put(device.name(), device));
  }

  /** Fails if the graph has not all that a step names. */
  void checkNames(StepKey key) {
    key.feeds().forEach(graph::output);
    key.fetches().forEach(graph::output);
    key.targets().forEach(graph::get);
  }

  List<StepPart> cut(StepKey key) {
    List<Output> feeds = key.feeds().stream().map(graph::output).toList();
    Map<String, Output> fetches = new LinkedHashMap<>();
    key.fetches().forEach(name -> fetches.put(name, graph.output(name)));
    List<Node> targets = key.targets().stream().map(graph::get).toList();
    List<Output> distinct = List.copyOf(new LinkedHashSet<>(fetches.values()));
    Graph pruned = Prune.applyPartial(graph, new StepSignature(feeds, distinct, targets));
    Graph placed = placer.place(placer.optimise(pruned), "", home).graph();
    placed = TruncateTransfers.apply(placed, this::taskOf, usual);
    ClientEdges edges = ClientEdges.settle(placed, this::incarnation);
    Map<TaskId, List<Graph>> byTask = new LinkedHashMap<>();
    Partitioner.partition(edges.graph(), this::incarnation)
        .forEach(
            (device, part) ->
                byTask.computeIfAbsent(taskOf(device), task -> new ArrayList<>()).add(part));
    List<StepPart> parts = new ArrayList<>();
    byTask.forEach((task, graphs) -> parts.add(part(task, graphs, key, fetches, edges)));
    // the master's own part may run at once when its turn comes; the others are under way by then
    parts.sort(Comparator.comparing(part -> part.task().equals(home.task())));
    return parts;
  }

  private StepPart part(
      TaskId task,
      List<Graph> graphs,
      StepKey key,
      Map<String, Output> fetches,
      ClientEdges edges) {
    Map<String, String> fed = new LinkedHashMap<>();
    for (String name : key.feeds()) {
      addIfAt(task, name, edges.edges().get(PartialKeys.feedName(graph.output(name))), fed);
    }
    Map<String, String> fetched = new LinkedHashMap<>();
    fetches.forEach(
        (name, output) ->
            addIfAt(task, name, edges.edges().get(PartialKeys.fetchName(output)), fetched));
    boolean isWeirs =
        devices.values().stream()
            .filter(device -> device.task().equals(task))
            .allMatch(RemoteDevice::isWeirs);
    return new StepPart(task, isWeirs, union(graphs), fed, fetched);
  }

  private void addIfAt(
      TaskId task, String name, ClientEdges.@Nullable Edge edge, Map<String, String> keys) {
    if (edge != null && taskOf(edge.device()).equals(task)) {
      keys.put(name, edge.key());
    }
  }

  /** The parts of all devices of a task, side by side in one graph. */
  private static Graph union(List<Graph> graphs) {
    if (graphs.size() == 1) {
      return graphs.get(0);
    }
    Graph union = new Graph(graphs.get(0).registry());
    union.copyFunctionsOf(graphs.get(0));
    for (Graph part : graphs) {
      GraphCopier copier = new GraphCopier(union);
      part.nodes().forEach(copier::copy);
      copier.finish();
    }
    return union;
  }

  private RemoteDevice device(String name) {
    RemoteDevice device = devices.get(name);
    if (device == null) {
      throw WeirException.internal("a node was placed on %s, which is not in the cluster", name);
    }
    return device;
  }

  private TaskId taskOf(String device) {
    return device(device).task();
  }

  private long incarnation(String device) {
    return device(device).incarnation();
  }
}
