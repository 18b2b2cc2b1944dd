package dev.weir.runtime.internal.compile;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * What is asked of a graph, by name: one description in this process and on the wire, and the key
 * under which compiled steps are cached.
 *
 * @param feeds edges that get their value from outside
 * @param fetches edges whose value is returned
 * @param targets nodes that are run for their effect
 */
public record StepSpec(List<String> feeds, List<String> fetches, List<String> targets) {
  public StepSpec {
    feeds = List.copyOf(feeds);
    fetches = List.copyOf(fetches);
    targets = List.copyOf(targets);
  }

  /** Fails if a graph lacks something that this names. */
  public void check(Graph graph) {
    feeds.forEach(graph::output);
    fetches.forEach(graph::output);
    targets.forEach(graph::get);
  }

  /** A copy with full names, {@code node:0} for {@code node}, and no fetch twice. */
  public StepSpec canonical(Graph graph) {
    return new StepSpec(
        feeds.stream().map(name -> graph.output(name).name()).toList(),
        List.copyOf(
            new LinkedHashSet<>(fetches.stream().map(name -> graph.output(name).name()).toList())),
        targets);
  }

  List<Output> feedsIn(Graph graph) {
    return feeds.stream().map(graph::output).toList();
  }

  List<Output> fetchesIn(Graph graph) {
    return fetches.stream().map(graph::output).toList();
  }

  List<Node> targetsIn(Graph graph) {
    return targets.stream().map(graph::get).toList();
  }
}
