package dev.weir.kernels.onednn.rewrite;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.GraphPass;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Computes the gradient for the bias of a convolution together with that for its filter, which
 * reads the same numbers.
 *
 * <pre>
 * before:  %f = Conv2DBackpropFilter(%x, %sizes, %dy)  %b = BiasAddGrad(%dy)
 * after:   %f, %b = _Conv2DBackpropFilterWithBias(%x, %sizes, %dy)
 * </pre>
 */
public final class FuseBiasGradients implements GraphPass {
  @Override
  public String name() {
    return "fuse-bias-gradients";
  }

  /** Two nodes that become one. */
  private record Pair(Node filter, Node bias) {
    Node earlier() {
      return filter.id() < bias.id() ? filter : bias;
    }

    Node later() {
      return filter.id() < bias.id() ? bias : filter;
    }
  }

  @Override
  public Graph apply(Graph graph, Set<String> kept) {
    Uses uses = Uses.of(graph);
    Map<Node, Pair> pairs = new HashMap<>();
    for (Node node : graph.nodes()) {
      if (isOf(node, "Conv2DBackpropFilter", kept) && WindowLimits.areSmall(node.attrs())) {
        uses.of(node.input(2)).stream()
            .map(Uses.Use::node)
            .filter(other -> isOf(other, "BiasAddGrad", kept) && isAlike(node, other))
            .findFirst()
            .map(bias -> new Pair(node, bias))
            .filter(pair -> isInOrder(pair, uses))
            .ifPresent(
                pair -> {
                  pairs.put(pair.filter, pair);
                  pairs.put(pair.bias, pair);
                });
      }
    }
    return pairs.isEmpty() ? graph : rewritten(graph, pairs);
  }

  private static boolean isOf(Node node, String op, Set<String> kept) {
    return node.op().signature().name().equals(op)
        && node.outputDtype(0) == DType.FLOAT32
        && GraphPass.isFree(node, kept)
        && node.inputs().stream().noneMatch(Output::isReference);
  }

  private static boolean isAlike(Node filter, Node bias) {
    return filter.device().equals(bias.device())
        && filter.attrs().string("data_format").equals(bias.attrs().string("data_format"));
  }

  /** Whether no node needs the result of the earlier node before the later one could compute it. */
  private static boolean isInOrder(Pair pair, Uses uses) {
    return uses.of(pair.earlier().output(0)).stream()
            .allMatch(use -> use.node().id() > pair.later().id())
        && !uses.isWaitedFor(pair.earlier());
  }

  private static Graph rewritten(Graph graph, Map<Node, Pair> pairs) {
    Graph target = new Graph(graph.registry());
    target.copyFunctionsOf(graph);
    GraphCopier copier = new GraphCopier(target);
    for (Node node : graph.nodes()) {
      Pair pair = pairs.get(node);
      if (pair == null) {
        copier.copy(node);
      } else if (node.equals(pair.later())) {
        Node both = both(pair, copier);
        copier.redirectControl(pair.filter, both);
        copier.redirectControl(pair.bias, both);
        copier.redirect(pair.bias.output(0), both.output(1));
      }
    }
    return copier.finish();
  }

  private static Node both(Pair pair, GraphCopier copier) {
    Node filter = pair.filter;
    FilterGradientWithBias op = new FilterGradientWithBias(filter.op());
    NodeBuilder builder = copier.target().node(op, filter.name()).inPlaceOf(filter);
    filter.attrs().asMap().forEach(builder::attr);
    List<Output> inputs = filter.inputs();
    inputs.forEach(input -> builder.input(copier.mapped(input)));
    Stream.concat(filter.controlInputs().stream(), pair.bias.controlInputs().stream())
        .distinct()
        .filter(copier::has)
        .map(copier::mapped)
        .forEach(builder::controlInput);
    return builder.buildExact();
  }
}
