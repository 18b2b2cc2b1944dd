package dev.weir.kernels.onednn.rewrite;

import dev.weir.graph.ActivationKind;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.GraphPass;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fuses a product or convolution in float32 with the ops that follow: the addition of a bias, then
 * possibly of another tensor, then an activation. The result is then written once, while it is in
 * the cache. Intermediate results with other consumers stay.
 *
 * <pre>
 * before:  %c = Conv2D(%x, %f)  %b = BiasAdd(%c, %bias)  %r = Relu(%b)
 * after:   %r = _FusedConv2D(%x, %f, [%bias]) {fused_ops: ["BiasAdd", "Relu"]}
 * </pre>
 */
public final class FusePostOps implements GraphPass {
  private static final Map<String, String> FUSED =
      Map.of("MatMul", "_FusedMatMul", "Conv2D", "_FusedConv2D");

  @Override
  public String name() {
    return "fuse-post-ops";
  }

  /** Nodes that become one, the product first. */
  private static final class Chain {
    final Node head;
    final List<Node> nodes = new ArrayList<>();
    final List<String> steps = new ArrayList<>();
    final List<Output> arguments = new ArrayList<>();

    Chain(Node head) {
      this.head = head;
      nodes.add(head);
    }

    Node tail() {
      return nodes.getLast();
    }

    void add(Node node, String step, @Nullable Output argument) {
      nodes.add(node);
      steps.add(step);
      if (argument != null) {
        arguments.add(argument);
      }
    }
  }

  @Override
  public Graph apply(Graph graph, Set<String> kept) {
    Uses uses = Uses.of(graph);
    Map<Node, Chain> byTail = new HashMap<>();
    Set<Node> absorbed = new HashSet<>();
    for (Node node : graph.nodes()) {
      String fused = FUSED.get(node.op().signature().name());
      if (fused == null || graph.registry().find(fused) == null || !isSingle(node)) {
        continue;
      }
      Chain chain = chain(node, uses, kept);
      if (chain.nodes.size() > 1) {
        byTail.put(chain.tail(), chain);
        absorbed.addAll(chain.nodes.subList(0, chain.nodes.size() - 1));
      }
    }
    return byTail.isEmpty() ? graph : rewritten(graph, byTail, absorbed);
  }

  private static boolean isSingle(Node node) {
    return node.outputDtype(0) == DType.FLOAT32
        && node.inputs().stream().noneMatch(Output::isReference);
  }

  private static Chain chain(Node head, Uses uses, Set<String> kept) {
    Chain chain = new Chain(head);
    Node bias = next(chain, uses, kept, 0);
    if (bias == null || !isBias(head, bias)) {
      return chain;
    }
    chain.add(bias, "BiasAdd", bias.input(1));
    Node sum = next(chain, uses, kept, -1);
    if (sum != null && isSum(sum)) {
      boolean isFirst = sum.input(0).node().equals(bias);
      chain.add(sum, "Add", sum.input(isFirst ? 1 : 0));
    }
    Node activation = next(chain, uses, kept, 0);
    if (activation != null && activation.op().traits().activation() != null) {
      chain.add(activation, activation.op().signature().name(), null);
    }
    return chain;
  }

  /**
   * The only consumer of the result of a chain, on the same device; null if there is none.
   *
   * @param input at which of its inputs; any if negative
   */
  private static @Nullable Node next(Chain chain, Uses uses, Set<String> kept, int input) {
    Node tail = chain.tail();
    Uses.Use use = kept.contains(tail.name()) ? null : uses.only(tail);
    return use != null
            && (input < 0 || use.input() == input)
            && use.node().device().equals(tail.device())
            && use.node().inputs().stream().noneMatch(Output::isReference)
        ? use.node()
        : null;
  }

  private static boolean isBias(Node head, Node node) {
    return node.op().traits().isBiasAddition() && format(node).equals(format(head));
  }

  private static String format(Node node) {
    return node.attrs().has("data_format") ? node.attrs().string("data_format") : "NHWC";
  }

  /** Whether both are known to have the shape of the result: then nothing is broadcast. */
  private static boolean isSum(Node node) {
    return node.op().traits().isElementwiseAddition()
        && node.inputCount() == 2
        && !node.input(0).equals(node.input(1))
        && node.input(0).shape().isFullyKnown()
        && node.input(0).shape().equals(node.input(1).shape());
  }

  private static Graph rewritten(Graph graph, Map<Node, Chain> byTail, Set<Node> absorbed) {
    Graph target = new Graph(graph.registry());
    target.copyFunctionsOf(graph);
    GraphCopier copier = new GraphCopier(target);
    for (Node node : graph.nodes()) {
      Chain chain = byTail.get(node);
      if (chain != null) {
        Node fused = fused(chain, copier);
        copier.redirectControl(node, fused);
      } else if (!absorbed.contains(node)) {
        copier.copy(node);
      }
    }
    return copier.finish();
  }

  private static Node fused(Chain chain, GraphCopier copier) {
    Node head = chain.head;
    String op = head.op().signature().name();
    NodeBuilder builder =
        copier.target().node(FUSED.getOrDefault(op, op), chain.tail().name()).inPlaceOf(head);
    head.attrs()
        .asMap()
        .forEach(
            (name, value) -> {
              if (name.startsWith("_") || builder.accepts(name)) {
                builder.attr(name, value);
              }
            });
    builder
        .attr("fused_ops", AttrValue.ofStrings(chain.steps))
        .attr("num_args", chain.arguments.size());
    if (chain.tail().op().traits().activation() == ActivationKind.LEAKY_RELU) {
      builder.attr("leakyrelu_alpha", chain.tail().attrs().floating("alpha"));
    }
    builder.input(copier.mapped(head.input(0))).input(copier.mapped(head.input(1)));
    builder.inputList(chain.arguments.stream().map(copier::mapped).toList());
    if (op.equals("Conv2D")) {
      builder.inputList(List.of()); // arguments that would be on the host
    }
    Set<Node> controls = new LinkedHashSet<>();
    chain.nodes.forEach(node -> controls.addAll(node.controlInputs()));
    controls.stream().filter(copier::has).map(copier::mapped).forEach(builder::controlInput);
    return builder.buildExact();
  }
}
