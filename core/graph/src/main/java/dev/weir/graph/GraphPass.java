package dev.weir.graph;

import java.util.List;
import java.util.Set;

/** Rewrites a graph to one that computes the same values. Stateless. */
public interface GraphPass {
  /** What it does, in words with hyphens: {@code fold-constants}. */
  String name();

  /**
   * The better graph; the same object if there is nothing to do.
   *
   * @param kept names of nodes that must stay: what a step was asked to run
   */
  Graph apply(Graph graph, Set<String> kept);

  /** What it would make of the nodes of a graph, and why not more, for people to read. */
  default List<PassNote> explain(Graph graph, Set<String> kept) {
    return List.of();
  }

  /** Whether a pass may replace or drop a node: not if it was asked for or has effects. */
  static boolean isFree(Node node, Set<String> kept) {
    return !node.op().signature().stateful()
        && !takesReference(node)
        && !kept.contains(node.name());
  }

  /** Whether a node may be dropped where nothing needs its outputs. */
  static boolean isDroppable(Node node, Set<String> kept) {
    return isFree(node, kept) || (node.op().onlyReads() && !kept.contains(node.name()));
  }

  /** Whether a node may change the variable behind one of its inputs. */
  private static boolean takesReference(Node node) {
    return node.op().signature().inputs().stream().anyMatch(Signature.Arg::isRef);
  }
}
