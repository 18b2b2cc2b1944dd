package dev.weir.runtime.partition;

import dev.weir.error.ErrorCode;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
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
import org.jspecify.annotations.Nullable;

/**
 * Cuts a placed graph into one graph a device.
 *
 * <p>An edge that crosses becomes a {@code _Send} on one device and a {@code _Recv} on the other,
 * one pair for each value and device, however many users it has there. A control edge that crosses
 * carries an empty value. The control edges from a loop's iterations to its receives, without which
 * nothing would be received in a loop, come from {@link ControlLoops}.
 */
public final class Partitioner {
  private record Crossing(Output value, String device) {}

  private record ControlCrossing(Node node, String device) {}

  private final Graph graph;
  private final ToLongFunction<String> incarnations;
  private final Map<String, Graph> parts = new LinkedHashMap<>();
  private final Map<Node, Node> copies = new IdentityHashMap<>();
  private final Map<Crossing, Output> received = new HashMap<>();
  private final Map<ControlCrossing, Node> receivedControls = new HashMap<>();
  private final ControlLoops loops;
  private LoopFrames frames;
  private int count;

  private Partitioner(Graph graph, ToLongFunction<String> incarnations) {
    this.graph = graph;
    this.incarnations = incarnations;
    this.loops = new ControlLoops(graph);
    this.frames = LoopFrames.of(List.of());
  }

  /**
   * The parts of a graph, by device. Every node must be placed; the graph gets the small loops that
   * loops over several devices need.
   *
   * @param incarnations the incarnation of a device, by its name
   */
  public static Map<String, Graph> partition(Graph graph, ToLongFunction<String> incarnations) {
    Set<String> devices = new HashSet<>();
    graph.nodes().forEach(node -> devices.add(node.device()));
    return devices.size() == 1
        ? Map.of(devices.iterator().next(), graph)
        : new Partitioner(graph, incarnations).partition();
  }

  private Map<String, Graph> partition() {
    if (anythingCrosses()) { // else it was cut before, and loops follow each other already
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
        if (!input.node().device().equals(node.device())) {
          return true;
        }
      }
      for (Node control : node.controlInputs()) {
        if (!control.device().equals(node.device())) {
          return true;
        }
      }
    }
    return false;
  }

  /** The triggers of loops first, as receives wait for them; each with what it needs itself. */
  private List<Node> inOrder() {
    List<Node> all = graph.nodes();
    Set<Node> early = new HashSet<>();
    List<Node> ordered = new ArrayList<>(all.size());
    for (Node node : all) {
      if (ControlLoops.isTrigger(node)) {
        addWithInputs(node, early, ordered);
      }
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

  private Graph part(String device) {
    return parts.computeIfAbsent(
        device,
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
        inputs.add(arrived(entry(node), node.device())); // until the loop is closed
      } else {
        inputs.add(arrived(input, node.device()));
      }
    }
    List<Node> controls = new ArrayList<>();
    for (Node control : node.controlInputs()) {
      controls.add(
          control.device().equals(node.device())
              ? copyOf(control)
              : arrivedControl(control, node.device()));
    }
    copies.put(node, part(node.device()).copyOf(node, inputs, controls, node.device()));
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

  /** A value as it is known on a device: the node's own output, or what is received there. */
  private Output arrived(Output value, String device) {
    Node source = value.node();
    if (source.device().equals(device)) {
      return new Output(copyOf(source), value.index());
    }
    return received.computeIfAbsent(
        new Crossing(value, device),
        crossing -> {
          Output sent = new Output(copyOf(source), value.index());
          String name = "edge_" + count++ + "_" + source.name();
          return transfer(sent, name, source, device, frames.ofOutputs(source)).output(0);
        });
  }

  private Node arrivedControl(Node source, String device) {
    return receivedControls.computeIfAbsent(
        new ControlCrossing(source, device),
        crossing -> {
          Node token =
              part(source.device())
                  .node("Const", source.name() + "/ctrl_" + count)
                  .attr("value", AttrValue.of(Tensors.of(Shape.of(0), new float[0])))
                  .attr("dtype", DType.FLOAT32)
                  .controlInput(copyOf(source))
                  .device(source.device())
                  .buildExact();
          String name = "edge_" + count++ + "_" + source.name();
          Node received = transfer(token.output(0), name, source, device, frames.ofOutputs(source));
          return part(device)
              .node("Identity", received.name() + "/ctrl")
              .input(received.output(0))
              .device(device)
              .buildExact();
        });
  }

  private Node transfer(
      Output value, String name, Node source, String device, LoopFrames.@Nullable Frame frame) {
    int number = count++;
    NodeBuilder send =
        part(source.device())
            .node("_Send", "_send_" + source.name() + "_S" + number)
            .input(value)
            .device(source.device());
    endpoint(send, name, source.device(), device).buildExact();
    NodeBuilder receive =
        part(device)
            .node("_Recv", "_recv_" + source.name() + "_S" + number)
            .attr("tensor_type", value.dtype())
            .attr("_shape", AttrValue.of(value.shape()))
            .device(device);
    Node trigger = frame == null ? null : loops.trigger(frame, device);
    if (trigger != null) {
      receive.controlInput(copyOf(trigger));
    }
    return endpoint(receive, name, source.device(), device).buildExact();
  }

  private NodeBuilder endpoint(NodeBuilder builder, String name, String from, String to) {
    return builder
        .attr("tensor_name", name)
        .attr("send_device", from)
        .attr("send_device_incarnation", incarnations.applyAsLong(from))
        .attr("recv_device", to);
  }
}
