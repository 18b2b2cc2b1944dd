package dev.weir.runtime.internal.optimize;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.GraphPass;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes now what depends on nothing but constants.
 *
 * <pre>
 * before:  %a = Const[2]  %b = Const[3]  %c = AddV2(%a, %b)  %d = AddV2(%x, %c)
 * after:   %c/folded_0 = Const[5]  %d = AddV2(%x, %c/folded_0)
 * </pre>
 *
 * <p>A node stays if it has effects, waits for others, is in a loop or conditional, or makes
 * something large. If computing fails everything stays, and running the step gives the error.
 */
final class FoldConstants implements GraphPass {
  static final String NAME = "fold-constants";

  private static final Logger LOG = LoggerFactory.getLogger(FoldConstants.class);
  private static final long LARGEST = 10L << 20;

  private final Device device;
  private final KernelSelector kernels;

  FoldConstants(Device device, KernelSelector kernels) {
    this.device = device;
    this.kernels = kernels;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Graph apply(Graph graph, Set<String> kept) {
    Set<Node> constant = new HashSet<>();
    Set<Node> foldable = new HashSet<>();
    for (Node node : graph.nodes()) {
      if (node.op().kind() == NodeKind.CONSTANT && node.controlInputs().isEmpty()) {
        constant.add(node);
      } else if (isFoldable(node, kept, constant)) {
        constant.add(node);
        foldable.add(node);
      }
    }
    Set<Output> frontier = frontier(graph, foldable);
    if (frontier.isEmpty()) {
      return graph;
    }
    Map<Output, Tensor> values;
    try {
      values = compute(graph, constant, List.copyOf(frontier));
    } catch (WeirException e) {
      LOG.debug("constants are not folded: {}", e.getMessage());
      return graph;
    }
    return replace(graph, foldable, values);
  }

  private static boolean isFoldable(Node node, Set<String> kept, Set<Node> constant) {
    if (!GraphPass.isFree(node, kept)
        || node.op().kind() != NodeKind.ORDINARY
        || node.inputCount() == 0
        || node.outputCount() == 0
        || !node.controlInputs().isEmpty()) {
      return false;
    }
    for (int i = 0; i < node.outputCount(); i++) {
      if (node.outputDtype(i) == DType.RESOURCE
          || node.outputDtype(i) == DType.VARIANT
          || isLarge(node.outputDtype(i), node.outputShape(i))) {
        return false;
      }
    }
    return node.inputs().stream().allMatch(input -> constant.contains(input.node()));
  }

  private static boolean isLarge(DType dtype, Shape shape) {
    return !shape.isFullyKnown() || shape.elements() > LARGEST / Math.max(1, dtype.byteSize());
  }

  /** Outputs of nodes to be folded that nodes which stay take. */
  private static Set<Output> frontier(Graph graph, Set<Node> foldable) {
    Set<Output> frontier = new LinkedHashSet<>();
    for (Node node : graph.nodes()) {
      if (!foldable.contains(node)) {
        for (Output input : node.inputs()) {
          if (foldable.contains(input.node())) {
            frontier.add(input);
          }
        }
      }
    }
    return frontier;
  }

  private Map<Output, Tensor> compute(Graph graph, Set<Node> constant, List<Output> wanted) {
    Graph part = new Graph(graph.registry());
    GraphCopier copier = new GraphCopier(part);
    for (Node node : graph.nodes()) {
      if (constant.contains(node)) {
        copier.copy(node, "");
      }
    }
    List<Output> fetches = wanted.stream().map(copier::mapped).toList();
    List<Tensor> results = ConstantRun.run(part, fetches, device, kernels);
    Map<Output, Tensor> values = new HashMap<>();
    for (int i = 0; i < wanted.size(); i++) {
      values.put(wanted.get(i), results.get(i));
    }
    return values;
  }

  private static Graph replace(Graph graph, Set<Node> foldable, Map<Output, Tensor> values) {
    Graph folded = new Graph(graph.registry());
    folded.copyFunctionsOf(graph);
    GraphCopier copier = new GraphCopier(folded);
    for (Node node : graph.nodes()) {
      if (!foldable.contains(node)) {
        copier.copy(node);
        continue;
      }
      List<Node> replacements = new ArrayList<>();
      for (int i = 0; i < node.outputCount(); i++) {
        Output output = node.output(i);
        Tensor value = values.get(output);
        if (value != null) {
          Node replacement = constant(folded, node, i, value);
          copier.redirect(output, replacement.output(0));
          replacements.add(replacement);
        }
      }
      // A node that only waits for a folded node has nothing to wait for: no edge.
      if (!replacements.isEmpty()) {
        copier.redirectControl(node, replacements.get(0));
      }
    }
    return copier.finish();
  }

  private static Node constant(Graph folded, Node node, int output, Tensor value) {
    return folded
        .node("Const", node.name() + "/folded_" + output)
        .attr("value", AttrValue.of(value))
        .attr("dtype", value.dtype())
        .device(node.device())
        .buildExact();
  }
}
