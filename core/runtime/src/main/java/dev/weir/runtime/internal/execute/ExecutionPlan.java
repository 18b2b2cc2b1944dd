package dev.weir.runtime.internal.execute;

import dev.weir.graph.Graph;
import dev.weir.graph.NodeKind;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import java.util.Comparator;
import java.util.List;

/**
 * What one device does in a step: nodes with their kernels, edges and counts, ready to run.
 * Immutable but for its pace; shared by all steps with the same feeds, fetches and targets.
 */
public final class ExecutionPlan {
  final Device device;
  final KernelSelector kernels;
  final List<PlanNode> nodes;
  final FrameInfo root;
  final int[] dependencies;

  /**
   * Nodes that wait for nothing, in the order in which they run: first those that give what is
   * there already, of these first what is needed last. For what becomes ready runs at once, with
   * all that follows: a constant left for later would keep every gradient waiting for the learning
   * rate until the end of the step.
   */
  final PlanNode[] sources;

  final boolean hasControlFlow;
  final int maxOutputs;
  final LatencyEstimate pace = new LatencyEstimate();
  private final boolean hasLoops;

  ExecutionPlan(
      Device device,
      KernelSelector kernels,
      List<PlanNode> nodes,
      FrameInfo root,
      boolean hasControlFlow) {
    this.device = device;
    this.kernels = kernels;
    this.nodes = List.copyOf(nodes);
    this.root = root;
    this.dependencies = root.initialDependencies();
    this.sources =
        nodes.stream()
            .filter(node -> node.frame == root && node.dependencies == 0)
            .sorted(Comparator.comparingInt(ExecutionPlan::turn))
            .toArray(PlanNode[]::new);
    this.hasControlFlow = hasControlFlow;
    this.hasLoops = nodes.stream().anyMatch(node -> node.kind == NodeKind.ENTER);
    this.maxOutputs = nodes.stream().mapToInt(node -> node.outputCount).max().orElse(0);
  }

  /** Sources with lower turns run first; those with the same in the order of the graph. */
  private static int turn(PlanNode source) {
    boolean isThere =
        source.kind == NodeKind.CONSTANT
            || source.kind == NodeKind.ARGUMENT
            || (source.outputCount == 1 && source.node.output(0).dtype() == DType.RESOURCE);
    if (!isThere) {
      return 1;
    }
    int firstTarget = Integer.MAX_VALUE;
    for (PlanNode.Edge edge : source.edges) {
      firstTarget = Math.min(firstTarget, edge.target().node.id());
    }
    for (PlanNode target : source.controlTargets) {
      firstTarget = Math.min(firstTarget, target.node.id());
    }
    return -firstTarget;
  }

  /**
   * The plan of a subgraph on its device.
   *
   * @param mayBeDead whether values received from other devices can be dead
   */
  public static ExecutionPlan of(
      Graph graph, Device device, KernelSelector kernels, boolean mayBeDead) {
    return new PlanBuilder(graph, device, kernels).build(mayBeDead);
  }

  /**
   * Whether it has lately been done so soon after it was started, or after a value came, that no
   * other thread need be woken for it. Plans with loops are not: one iteration tells nothing about
   * the number of the others.
   */
  public boolean isQuick() {
    return !hasLoops && pace.isQuick();
  }

  /** The device it is for. */
  public Device device() {
    return device;
  }

  /** How many nodes it runs. */
  public int size() {
    return nodes.size();
  }

  /** Which provider's kernel runs each node, by node name. */
  public java.util.Map<String, String> kernelProviders() {
    java.util.Map<String, String> providers = new java.util.LinkedHashMap<>();
    nodes.forEach(node -> providers.put(node.node.name(), node.provider));
    return providers;
  }
}
