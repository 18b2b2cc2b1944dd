package dev.weir.runtime.internal.partition;

import dev.weir.error.ErrorCode;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.runtime.internal.rendezvous.RendezvousKey;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/**
 * Cuts a placed graph into one graph a location: a master cuts by task, and each task cuts its part
 * by device.
 *
 * <p>An edge that crosses becomes a {@code _Send} in one location and a {@code _Recv} in the other,
 * one pair for each value and location, however many users it has there; the receive is on the
 * device of the first of them. A control edge that crosses carries an empty value. The control
 * edges from a loop's iterations to its receives, without which nothing would be received in a
 * loop, come from {@link ControlLoops}.
 */
public final class Partitioner {
  private record Crossing(Output value, String location) {}

  private record ControlCrossing(Node node, String location) {}

  private final Graph graph;
  private final UnaryOperator<String> locations;
  private final ToLongFunction<String> incarnations;
  private final Map<String, Graph> parts = new LinkedHashMap<>();
  private final Map<Node, Node> copies = new IdentityHashMap<>();
  private final Map<Crossing, Output> received = new HashMap<>();
  private final Map<ControlCrossing, Node> receivedControls = new HashMap<>();
  private final ControlLoops loops;
  private LoopFrames frames;
  private int count;

  private Partitioner(
      Graph graph, UnaryOperator<String> locations, ToLongFunction<String> incarnations) {
    this.graph = graph;
    this.locations = locations;
    this.incarnations = incarnations;
    this.loops = new ControlLoops(graph, locations);
    this.frames = LoopFrames.of(List.of());
  }

  /**
   * The parts of a graph, by location. Every node must be placed; the graph gets the small loops
   * that loops in several locations need.
   *
   * @param locations where a device is, by its name
   * @param incarnations the incarnation of a device, by its name
   */
  public static Map<String, Graph> partition(
      Graph graph, UnaryOperator<String> locations, ToLongFunction<String> incarnations) {
    Set<String> found = new HashSet<>();
    graph.nodes().forEach(node -> found.add(locations.apply(node.device())));
    return found.size() == 1
        ? Map.of(found.iterator().next(), graph)
        : new Partitioner(graph, locations, incarnations).partition();
  }

  /** The parts of a graph, by device. */
  public static Map<String, Graph> byDevice(Graph graph, ToLongFunction<String> incarnations) {
    return partition(graph, UnaryOperator.identity(), incarnations);
  }

  private Map<String, Graph> partition() {
    if (anythingCrosses()) { // else loops in several locations follow each other already
      loops.add();
    }
    List<Node> nodes = inOrder();
    frames = LoopFrames.of(nodes);
    List<Node> closing = new ArrayList<>();
    for (Node node : nodes) {
      copy(node, closing);
    }
    for (Node merge : closing) {
      closeLoop(merge);
    }
    return parts;
  }

  private boolean anythingCrosses() {
    for (Node node : graph.nodes()) {
      for (Output input : node.inputs()) {
        if (crosses(input.node(), node)) {
          return true;
        }
      }
      for (Node control : node.controlInputs()) {
        if (crosses(control, node)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean crosses(Node from, Node to) {
    return !location(from).equals(location(to));
  }

  private String location(Node node) {
    return locations.apply(node.device());
  }

  /** The triggers of loops first, as receives wait for them; each with what it needs itself. */
  private List<Node> inOrder() {
    List<Node> all = graph.nodes();
    Set<Node> early = new HashSet<>();
    List<Node> ordered = new ArrayList<>(all.size());
    for (Node trigger : loops.triggers()) {
      addWithInputs(trigger, early, ordered);
    }
    for (Node node : all) {
      if (!early.contains(node)) {
        ordered.add(node);
      }
    }
    return ordered;
  }

  private static void addWithInputs(Node node, Set<Node> done, List<Node> ordered) {
    if (!done.add(node)) {
      return;
    }
    for (Node control : node.controlInputs()) {
      addWithInputs(control, done, ordered);
    }
    for (Output input : node.inputs()) {
      if (input.node().op().kind() != NodeKind.NEXT_ITERATION) {
        addWithInputs(input.node(), done, ordered);
      }
    }
    ordered.add(node);
  }

  private Graph part(Node node) {
    return parts.computeIfAbsent(
        location(node),
        key -> {
          Graph part = new Graph(graph.registry());
          part.copyFunctionsOf(graph);
          return part;
        });
  }

  private void copy(Node node, List<Node> closing) {
    List<Output> inputs = new ArrayList<>(node.inputCount());
    boolean isLoopStart = false;
    for (Output input : node.inputs()) {
      if (isBackEdge(node, input)) {
        isLoopStart = true;
        inputs.add(arrived(entry(node), node)); // until the loop is closed
      } else {
        inputs.add(arrived(input, node));
      }
    }
    List<Node> controls = new ArrayList<>();
    for (Node control : node.controlInputs()) {
      controls.add(crosses(control, node) ? arrivedControl(control, node) : copyOf(control));
    }
    copies.put(node, part(node).copyOf(node, inputs, controls, node.device()));
    if (isLoopStart) {
      closing.add(node);
    }
  }

  private static boolean isBackEdge(Node node, Output input) {
    return node.op().kind() == NodeKind.MERGE
        && input.node().op().kind() == NodeKind.NEXT_ITERATION;
  }

  /** What enters the loop that starts at a Merge. */
  private static Output entry(Node merge) {
    for (Output input : merge.inputs()) {
      if (!isBackEdge(merge, input)) {
        return input;
      }
    }
    throw merge.error(ErrorCode.INVALID_ARGUMENT, "nothing enters the loop that starts here");
  }

  private void closeLoop(Node merge) {
    for (int i = 0; i < merge.inputCount(); i++) {
      if (isBackEdge(merge, merge.input(i))) {
        Output next = merge.input(i);
        Node copy = copyOf(merge);
        copy.graph().connectBackEdge(copy, i, new Output(copyOf(next.node()), next.index()));
      }
    }
  }

  private Node copyOf(Node node) {
    Node copy = copies.get(node);
    if (copy == null) {
      throw new IllegalStateException(node + " is used before it is copied");
    }
    return copy;
  }

  /** A value as its user knows it: the node's own output, or what is received for the user. */
  private Output arrived(Output value, Node user) {
    Node source = value.node();
    if (!crosses(source, user)) {
      return new Output(copyOf(source), value.index());
    }
    return received.computeIfAbsent(
        new Crossing(value, location(user)),
        crossing -> {
          Output sent = new Output(copyOf(source), value.index());
          return transfer(sent, source, user).output(0);
        });
  }

  private Node arrivedControl(Node source, Node user) {
    return receivedControls.computeIfAbsent(
        new ControlCrossing(source, location(user)),
        crossing -> {
          Node token =
              part(source)
                  .node("Const", freeName(source.name() + "/ctrl_"))
                  .attr("value", AttrValue.of(Tensors.of(Shape.of(0), new float[0])))
                  .attr("dtype", DType.FLOAT32)
                  .controlInput(copyOf(source))
                  .device(source.device())
                  .buildExact();
          Node received = transfer(token.output(0), source, user);
          return part(user)
              .node("Identity", received.name() + "/ctrl")
              .input(received.output(0))
              .device(user.device())
              .buildExact();
        });
  }

  private Node transfer(Output value, Node source, Node user) {
    String from = source.device();
    String to = user.device();
    String name = "edge_" + count++ + "_" + source.name();
    RendezvousKey key = new RendezvousKey(from, incarnations.applyAsLong(from), to, name);
    NodeBuilder send =
        part(source)
            .node("_Send", freeName("_send_" + source.name() + "_S"))
            .input(value)
            .device(from);
    key.setOn(send).buildExact();
    NodeBuilder receive =
        part(user)
            .node("_Recv", freeName("_recv_" + source.name() + "_S"))
            .attr("tensor_type", value.dtype())
            .attr("_shape", AttrValue.of(value.shape()))
            .device(to);
    LoopFrames.Frame frame = frames.ofOutputs(source);
    Node trigger = frame == null ? null : loops.trigger(frame, location(user));
    if (trigger != null) {
      receive.controlInput(copyOf(trigger));
    }
    return key.setOn(receive).buildExact();
  }

  /** A name that no node of the graph has, which may have been cut before. */
  private String freeName(String prefix) {
    String name;
    do {
      name = prefix + count++;
    } while (graph.find(name) != null);
    return name;
  }
}
