package dev.weir.runtime.compile;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.NodeKind;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The edges over which a client feeds and fetches a step that runs elsewhere, once their devices
 * are known: each is a transfer from its device to itself, under a key that its task is told.
 *
 * @param graph the placed graph with these keys in it
 * @param edges where each is, by its {@code tensor_name}
 */
public record ClientEdges(Graph graph, Map<String, Edge> edges) {
  /** Where a client's edge is, and under which key. */
  public record Edge(String device, String key) {}

  public ClientEdges {
    edges = Map.copyOf(edges);
  }

  /**
   * Settles the edges of a placed graph that was pruned {@linkplain Prune#applyPartial for a
   * client}.
   *
   * @param incarnations the incarnation of a device, by its name
   */
  public static ClientEdges settle(Graph placed, ToLongFunction<String> incarnations) {
    Graph settled = new Graph(placed.registry());
    settled.copyFunctionsOf(placed);
    GraphCopier copier = new GraphCopier(settled);
    Map<String, Edge> edges = new HashMap<>();
    for (Node node : placed.nodes()) {
      if (!isClients(node)) {
        copier.copy(node);
      } else if (node.op().kind() == NodeKind.RECEIVE) {
        NodeBuilder builder =
            settled
                .node("_Recv", node.name())
                .attr("tensor_type", node.outputDtype(0))
                .attr("_shape", AttrValue.of(node.outputShape(0)));
        Node copy = finish(builder, node, incarnations, edges);
        copier.redirect(node.output(0), copy.output(0));
        copier.redirectControl(node, copy);
      }
    }
    copier.finish();
    for (Node node : placed.nodes()) {
      if (isClients(node) && node.op().kind() == NodeKind.SEND) {
        NodeBuilder builder =
            settled.node("_Send", node.name()).input(copier.mapped(node.input(0)));
        finish(builder, node, incarnations, edges);
      }
    }
    return new ClientEdges(settled, edges);
  }

  private static boolean isClients(Node node) {
    NodeKind kind = node.op().kind();
    return (kind == NodeKind.RECEIVE || kind == NodeKind.SEND)
        && node.attrs().bool("client_terminated");
  }

  private static Node finish(
      NodeBuilder builder,
      Node node,
      ToLongFunction<String> incarnations,
      Map<String, Edge> edges) {
    String device = node.device();
    String name = node.attrs().string("tensor_name");
    long incarnation = incarnations.applyAsLong(device);
    String key =
        String.join(";", device, HexFormat.of().toHexDigits(incarnation), device, name, "0:0");
    edges.put(name, new Edge(device, key));
    return builder
        .attr("tensor_name", name)
        .attr("send_device", device)
        .attr("send_device_incarnation", incarnation)
        .attr("recv_device", device)
        .attr("client_terminated", true)
        .device(device)
        .buildExact();
  }
}
