package dev.weir.runtime.internal.optimize;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphPass;
import dev.weir.graph.GraphValidator;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.PassNote;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.runtime.internal.schedule.ScheduleReceives;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The passes, in order. Each can be switched off by name.
 *
 * <ol>
 *   <li>{@link FoldKnownValues} first: others go by the constants it makes;
 *   <li>{@link SimplifyArithmetic} before what it drops is folded;
 *   <li>{@link FoldConstants};
 *   <li>{@link ShareCommonSubexpressions} after it, since folded constants are often equal;
 *   <li>{@link RemoveDeadCode} last, for what the others left behind.
 * </ol>
 *
 * <p>When nodes have been placed, the passes of the kernels' providers {@linkplain #specialize
 * specialize} what each device runs, and {@link ScheduleReceives} says when it asks for values.
 */
public final class GraphOptimizer {
  private static final Logger LOG = LoggerFactory.getLogger(GraphOptimizer.class);

  private final List<GraphPass> general;
  private final List<GraphPass> special;
  private final boolean validates;

  private GraphOptimizer(List<GraphPass> general, List<GraphPass> special, boolean validates) {
    this.general = general;
    this.special = special;
    this.validates = validates;
  }

  /**
   * All passes but those switched off.
   *
   * @param device where constants are computed
   * @param off names of passes that are left out
   * @param validates whether the graph is checked after each pass
   */
  public static GraphOptimizer of(
      Device device, KernelSelector kernels, Set<String> off, boolean validates) {
    return new GraphOptimizer(
        without(off, all(device, kernels)), without(off, forOneDevice(kernels)), validates);
  }

  private static List<GraphPass> forOneDevice(KernelSelector kernels) {
    List<GraphPass> passes = new ArrayList<>(kernels.passes());
    passes.add(new ScheduleReceives());
    return passes;
  }

  private static List<GraphPass> without(Set<String> off, List<GraphPass> passes) {
    return passes.stream().filter(pass -> !off.contains(pass.name())).toList();
  }

  private static List<GraphPass> all(Device device, KernelSelector kernels) {
    return List.of(
        new FoldKnownValues(),
        new SimplifyArithmetic(),
        new FoldConstants(device, kernels),
        new ShareCommonSubexpressions(),
        new RemoveDeadCode());
  }

  /** The names of all passes, in order, those of the kernels on the class path included. */
  public static List<String> names() {
    List<String> names =
        new ArrayList<>(
            List.of(
                FoldKnownValues.NAME,
                SimplifyArithmetic.NAME,
                FoldConstants.NAME,
                ShareCommonSubexpressions.NAME,
                RemoveDeadCode.NAME));
    forOneDevice(KernelSelector.standard()).forEach(pass -> names.add(pass.name()));
    return names;
  }

  /** Applies the passes to a pruned graph. */
  public Graph optimize(Graph pruned) {
    return apply(general, pruned);
  }

  /** Applies the passes of the kernels' providers, and the schedule, to what one device runs. */
  public Graph specialize(Graph part) {
    return apply(special, part);
  }

  /** What the passes of the kernels' providers make of what one device runs. */
  public List<PassNote> explain(Graph part) {
    Set<String> kept = kept(part);
    List<PassNote> notes = new ArrayList<>();
    Graph graph = part;
    for (GraphPass pass : special) {
      notes.addAll(pass.explain(graph, kept));
      graph = pass.apply(graph, kept);
    }
    return notes;
  }

  private Graph apply(List<GraphPass> passes, Graph before) {
    Set<String> kept = passes.isEmpty() ? Set.of() : kept(before);
    Graph graph = before;
    for (GraphPass pass : passes) {
      Graph after = pass.apply(graph, kept);
      if (after != graph) {
        LOG.trace("{}: {} nodes, now {}", pass.name(), graph.nodes().size(), after.nodes().size());
      }
      graph = after;
      if (validates) {
        GraphValidator.checkAfter(pass.name(), graph);
      }
    }
    return graph;
  }

  /** Nodes without users were asked for, as were arguments and results; they stay. */
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
