package dev.weir.runtime.internal.compile;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps only what the fetches and targets need, cut at the feeds.
 *
 * <p>A fed edge starts at an {@code _Arg} instead of its node, a fetched edge also ends at a {@code
 * _Retval}; the index of either is its position in the {@link StepSpec}. Where a fed node is a
 * placeholder, what waited for it waits for the argument. Shapes that followed from a value which
 * is now fed are inferred again.
 */
final class Prune {
  private final Graph graph;
  private final List<Output> fedEdges;
  private final List<Output> fetches;
  private final List<Node> targets;
  private final Map<Output, Integer> feeds = new HashMap<>();

  private Prune(Graph graph, StepSpec step) {
    this.graph = graph;
    this.fedEdges = step.feedsIn(graph);
    this.fetches = step.fetchesIn(graph);
    this.targets = step.targetsIn(graph);
  }

  /** The part of a graph that a step needs, as a graph of its own. */
  static Graph apply(Graph graph, StepSpec step) {
    return new Prune(graph, step).prune();
  }

  private Graph prune() {
    if (fetches.isEmpty() && targets.isEmpty()) {
      throw WeirException.invalidArgument(
          "nothing to do: name at least one edge to fetch or node to run");
    }
    indexFeeds();
    List<Node> nodes = graph.nodes();
    boolean[] needed = needed(nodes.size());
    Graph pruned = new Graph(graph.registry());
    pruned.copyFunctionsOf(graph);
    GraphCopier copier = new GraphCopier(pruned);
    addArguments(pruned, copier);
    Set<Node> inferred = new HashSet<>();
    for (Node node : nodes) {
      if (needed[node.id()]) {
        if (node.op().kind() == NodeKind.PLACEHOLDER) {
          throw missingFeed(node);
        }
        if (node.missing() != null) {
          throw Graph.missing(pathFrom(node, nodes, needed));
        }
        if (dependsOnFedValue(node, inferred)) {
          inferred.add(node);
          copier.copyInferred(node);
        } else {
          copier.copy(node);
        }
      }
    }
    copier.finish();
    addReturns(pruned, copier);
    return pruned;
  }

  /**
   * Whether what was inferred for a node may follow from a value, such as a constant, that a feed
   * now takes the place of.
   */
  private boolean dependsOnFedValue(Node node, Set<Node> inferred) {
    for (Output input : node.inputs()) {
      boolean isFed = feeds.containsKey(input);
      if (isFed ? wasKnown(input) : inferred.contains(input.node())) {
        return true;
      }
    }
    return false;
  }

  private static boolean wasKnown(Output fed) {
    return fed.node().op().kind() == NodeKind.CONSTANT
        || fed.node().partialValue(fed.index()) != null;
  }

  private void indexFeeds() {
    for (int i = 0; i < fedEdges.size(); i++) {
      Output feed = fedEdges.get(i);
      if (feeds.put(feed, i) != null) {
        throw WeirException.invalidArgument("%s is fed twice", feed.name());
      }
    }
  }

  private boolean[] needed(int size) {
    boolean[] needed = new boolean[size];
    ArrayDeque<Node> open = new ArrayDeque<>();
    for (Output fetch : fetches) {
      if (!feeds.containsKey(fetch)) {
        reach(fetch.node(), needed, open);
      }
    }
    for (Node target : targets) {
      if (!isFedPlaceholder(target)) {
        reach(target, needed, open);
      }
    }
    while (!open.isEmpty()) {
      Node node = open.removeLast();
      for (Output input : node.inputs()) {
        if (!feeds.containsKey(input)) {
          reach(input.node(), needed, open);
        }
      }
      for (Node control : node.controlInputs()) {
        if (!isFedPlaceholder(control)) {
          reach(control, needed, open);
        }
      }
    }
    return needed;
  }

  /** The way from a node that is needed to one that the step asks for. */
  private List<Node> pathFrom(Node start, List<Node> nodes, boolean[] needed) {
    Set<Node> wanted = new HashSet<>(targets);
    fetches.forEach(fetch -> wanted.add(fetch.node()));
    List<Node> path = new ArrayList<>(List.of(start));
    // users come after their inputs, so one pass over the nodes is enough but for loops
    for (Node node : nodes.subList(start.id() + 1, nodes.size())) {
      if (wanted.contains(path.getLast())) {
        break;
      }
      if (needed[node.id()] && takes(node, path.getLast())) {
        path.add(node);
      }
    }
    return path;
  }

  private boolean takes(Node node, Node from) {
    return node.controlInputs().contains(from)
        || node.inputs().stream()
            .anyMatch(input -> input.node().equals(from) && !feeds.containsKey(input));
  }

  private static void reach(Node node, boolean[] needed, ArrayDeque<Node> open) {
    if (!needed[node.id()]) {
      needed[node.id()] = true;
      open.addLast(node);
    }
  }

  private boolean isFedPlaceholder(Node node) {
    return node.op().kind() == NodeKind.PLACEHOLDER && feeds.containsKey(node.output(0));
  }

  private void addArguments(Graph pruned, GraphCopier copier) {
    for (int i = 0; i < fedEdges.size(); i++) {
      Output feed = fedEdges.get(i);
      Node argument = argument(pruned, feed, i);
      copier.redirect(feed, argument.output(0));
      if (isFedPlaceholder(feed.node())) {
        copier.redirectControl(feed.node(), argument);
      }
    }
  }

  private static Node argument(Graph pruned, Output feed, int i) {
    return pruned
        .node("_Arg", "_arg_" + feed.node().name() + "_" + feed.index() + "_" + i)
        .attr("T", feed.dtype())
        .attr("index", i)
        .attr("_shape", AttrValue.of(feed.shape()))
        .device(feed.node().device())
        .buildExact();
  }

  private void addReturns(Graph pruned, GraphCopier copier) {
    for (int i = 0; i < fetches.size(); i++) {
      Output fetch = fetches.get(i);
      Output value = copier.mapped(fetch);
      pruned
          .node("_Retval", "_retval_" + fetch.node().name() + "_" + fetch.index() + "_" + i)
          .input(value)
          .attr("index", i)
          .device(value.node().device())
          .buildExact();
    }
  }

  private static WeirException missingFeed(Node placeholder) {
    return placeholder.error(
        ErrorCode.INVALID_ARGUMENT,
        "You must feed a value for placeholder tensor '"
            + placeholder.name()
            + "' with dtype "
            + placeholder.outputDtype(0)
            + " and shape "
            + placeholder.outputShape(0));
  }
}
