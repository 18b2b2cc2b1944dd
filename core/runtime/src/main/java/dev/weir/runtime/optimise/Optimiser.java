package dev.weir.runtime.optimise;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphValidator;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.device.KernelSelector;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The passes, in order. Each can be switched off by name.
 *
 * <ol>
 *   <li>{@link SimplifyArithmetic} first, so that what it drops need not be folded;
 *   <li>{@link FoldConstants};
 *   <li>{@link ShareCommonSubexpressions} after it, since folded constants are often equal;
 *   <li>{@link RemoveDeadCode} last, for what the others left behind.
 * </ol>
 */
public final class Optimiser {
  private final List<GraphPass> passes;
  private final boolean validates;

  private Optimiser(List<GraphPass> passes, boolean validates) {
    this.passes = passes;
    this.validates = validates;
  }

  /**
   * All passes but those switched off.
   *
   * @param device where constants are computed
   * @param off names of passes that are left out
   * @param validates whether the graph is checked after each pass
   */
  public static Optimiser of(
      Device device, KernelSelector kernels, Set<String> off, boolean validates) {
    return new Optimiser(
        all(device, kernels).stream().filter(pass -> !off.contains(pass.name())).toList(),
        validates);
  }

  private static List<GraphPass> all(Device device, KernelSelector kernels) {
    return List.of(
        new SimplifyArithmetic(),
        new FoldConstants(device, kernels),
        new ShareCommonSubexpressions(),
        new RemoveDeadCode());
  }

  /** The names of all passes, in order. */
  public static List<String> names() {
    return List.of(
        SimplifyArithmetic.NAME,
        FoldConstants.NAME,
        ShareCommonSubexpressions.NAME,
        RemoveDeadCode.NAME);
  }

  /** Applies the passes to a pruned graph. */
  public Graph optimise(Graph pruned) {
    Set<String> kept = kept(pruned);
    Graph graph = pruned;
    for (GraphPass pass : passes) {
      graph = pass.apply(graph, kept);
      if (validates) {
        GraphValidator.checkAfter(pass.name(), graph);
      }
    }
    return graph;
  }

  /** What nobody uses is there because it was asked for, as are arguments and results. */
  private static Set<String> kept(Graph graph) {
    Set<String> kept = new HashSet<>();
    Set<Node> used = new HashSet<>();
    for (Node node : graph.nodes()) {
      node.inputs().forEach(input -> used.add(input.node()));
      used.addAll(node.controlInputs());
    }
    for (Node node : graph.nodes()) {
      if (!used.contains(node) || isBoundary(node)) {
        kept.add(node.name());
      }
    }
    return kept;
  }

  private static boolean isBoundary(Node node) {
    NodeKind kind = node.op().kind();
    return kind == NodeKind.ARGUMENT
        || kind == NodeKind.RETURN
        || kind == NodeKind.SEND
        || kind == NodeKind.RECEIVE;
  }
}
