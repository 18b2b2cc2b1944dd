package dev.weir.kernels.onednn.rewrite;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.GraphPass;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adds a product that is used only as the gradient of a descent step directly to the variable. The
 * gradient of a large matrix is then neither stored nor read again, which costs more than the
 * product itself where batches are small.
 *
 * <p>It is put after all other nodes, so that the executor can run it after the readers of the
 * variable in the step: otherwise they would need a copy. This pass is for graphs without loops and
 * conditionals.
 *
 * <pre>
 * before:  %g = MatMul(%x, %dy) {transpose_a: true}  %u = ResourceApplyGradientDescent(%v, %rate, %g)
 * after:   %u = _DescendByProduct(%v, %rate, %x, %dy) {transpose_a: true}
 * </pre>
 */
public final class DescendWithoutGradients implements GraphPass {
  private static final Set<NodeKind> FLOW =
      EnumSet.of(NodeKind.SWITCH, NodeKind.MERGE, NodeKind.ENTER, NodeKind.EXIT);

  @Override
  public String name() {
    return "descend-without-gradients";
  }

  @Override
  public Graph apply(Graph graph, Set<String> kept) {
    Uses uses = Uses.of(graph);
    Map<Node, Node> products = new HashMap<>();
    Set<Node> absorbed = new HashSet<>();
    for (Node node : graph.nodes()) {
      if (FLOW.contains(node.op().kind())) {
        return graph;
      }
      Node product = product(node, uses, kept);
      if (product != null) {
        products.put(node, product);
        absorbed.add(product);
      }
    }
    return products.isEmpty() ? graph : rewritten(graph, products, absorbed);
  }

  /** The product that a node descends by and no other node uses; null if there is none. */
  private static @Nullable Node product(Node node, Uses uses, Set<String> kept) {
    if (!node.op().signature().name().equals("ResourceApplyGradientDescent")
        || !node.input(0).node().op().signature().name().equals("VarHandleOp")) {
      return null;
    }
    Node product = node.input(2).node();
    Uses.Use use = uses.only(product);
    boolean isAlone = use != null && use.node().equals(node) && !kept.contains(product.name());
    return isAlone
            && product.op().signature().name().equals("MatMul")
            && product.outputDtype(0) == DType.FLOAT32
            && product.device().equals(node.device())
            && product.inputs().stream().noneMatch(Output::isReference)
        ? product
        : null;
  }

  private static Graph rewritten(Graph graph, Map<Node, Node> products, Set<Node> absorbed) {
    Graph target = new Graph(graph.registry());
    target.copyFunctionsOf(graph);
    GraphCopier copier = new GraphCopier(target);
    Set<Node> late = new LinkedHashSet<>();
    for (Node node : graph.nodes()) {
      if (absorbed.contains(node)) {
        continue;
      }
      boolean isLate =
          products.containsKey(node)
              || node.controlInputs().stream().anyMatch(late::contains)
              || node.inputs().stream().anyMatch(input -> late.contains(input.node()));
      if (isLate) { // after all readers of the variable, for which the executor waits
        late.add(node);
      } else {
        copier.copy(node);
      }
    }
    for (Node node : late) {
      Node product = products.get(node);
      if (product == null) {
        copier.copy(node);
      } else {
        copier.redirectControl(node, descend(node, product, copier));
      }
    }
    return copier.finish();
  }

  private static Node descend(Node update, Node product, GraphCopier copier) {
    NodeBuilder builder =
        copier
            .target()
            .node(new DescendByProduct(), update.name())
            .inPlaceOf(update)
            .input(copier.mapped(update.input(0)))
            .input(copier.mapped(update.input(1)))
            .input(copier.mapped(product.input(0)))
            .input(copier.mapped(product.input(1)))
            .attr("transpose_a", product.attrs().bool("transpose_a"))
            .attr("transpose_b", product.attrs().bool("transpose_b"));
    Set<Node> before = new LinkedHashSet<>(update.controlInputs());
    before.addAll(product.controlInputs());
    before.stream().filter(copier::has).map(copier::mapped).forEach(builder::controlInput);
    return builder.buildExact();
  }
}
