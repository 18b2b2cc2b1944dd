package dev.weir.runtime.internal.compile;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.runtime.internal.rendezvous.RendezvousKey;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Lets a client feed and fetch a placed step through the rendezvous of its devices.
 *
 * <pre>
 * before:  _Arg and _Retval, each on its device
 * after:   _Recv and _Send on the same device, each a transfer from the device to itself
 * </pre>
 *
 * @param graph the graph with these transfers
 * @param feeds where each feed goes, by the full name of its edge
 * @param fetches where each fetch comes from, likewise
 */
public record ClientEdges(Graph graph, Map<String, Edge> feeds, Map<String, Edge> fetches) {
  private static final String FEED = "feed_";
  private static final String FETCH = "fetch_";

  /** Where a client's edge is, and under which key. */
  public record Edge(String device, String key) {}

  public ClientEdges {
    feeds = Map.copyOf(feeds);
    fetches = Map.copyOf(fetches);
  }

  /**
   * Replaces the arguments and results of a placed step.
   *
   * @param step what the arguments and results stand for, with full names
   * @param incarnations the incarnation of a device, by its name
   */
  static ClientEdges connect(Graph placed, StepSpec step, ToLongFunction<String> incarnations) {
    Graph connected = new Graph(placed.registry());
    connected.copyFunctionsOf(placed);
    GraphCopier copier = new GraphCopier(connected);
    Map<String, Edge> feeds = new HashMap<>();
    Map<String, Edge> fetches = new HashMap<>();
    for (Node node : placed.nodes()) {
      if (node.op().kind() == NodeKind.ARGUMENT) {
        String feed = step.feeds().get(index(node));
        RendezvousKey key = key(node, FEED + feed, incarnations);
        feeds.put(feed, new Edge(node.device(), key.text()));
        Node received = receive(connected, node, key);
        copier.redirect(node.output(0), received.output(0));
        copier.redirectControl(node, received);
      } else if (node.op().kind() != NodeKind.RETURN) {
        copier.copy(node);
      }
    }
    copier.finish();
    for (Node node : placed.nodes()) {
      if (node.op().kind() == NodeKind.RETURN) {
        String fetch = step.fetches().get(index(node));
        RendezvousKey key = key(node, FETCH + fetch, incarnations);
        if (fetches.put(fetch, new Edge(node.device(), key.text())) != null) {
          throw WeirException.invalidArgument("%s is fetched twice", fetch);
        }
        key.setOn(connected.node("_Send", node.name()).input(copier.mapped(node.input(0))))
            .attr("client_terminated", true)
            .device(node.device())
            .buildExact();
      }
    }
    return new ClientEdges(connected, feeds, fetches);
  }

  private static int index(Node node) {
    return Math.toIntExact(node.attrs().integer("index"));
  }

  private static RendezvousKey key(Node node, String name, ToLongFunction<String> incarnations) {
    String device = node.device();
    return new RendezvousKey(device, incarnations.applyAsLong(device), device, name);
  }

  private static Node receive(Graph connected, Node argument, RendezvousKey key) {
    return key.setOn(
            connected
                .node("_Recv", argument.name())
                .attr("tensor_type", argument.outputDtype(0))
                .attr("_shape", AttrValue.of(argument.outputShape(0))))
        .attr("client_terminated", true)
        .device(argument.device())
        .buildExact();
  }

  /** The edge that is fetched under a key. */
  public static String fetchedUnder(String key) {
    String name = RendezvousKey.parse(key).name();
    return name.startsWith(FETCH) ? name.substring(FETCH.length()) : name;
  }
}
