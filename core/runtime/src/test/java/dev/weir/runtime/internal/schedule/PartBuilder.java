package dev.weir.runtime.internal.schedule;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphValidator;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One device's part of a step, built by hand, and what a schedule makes of it. */
final class PartBuilder {
  private static final String HERE = "/job:worker/replica:0/task:0/device:CPU:0";
  private static final String THERE = "/job:ps/replica:0/task:0/device:CPU:0";

  /** A megabyte. */
  static final Shape LARGE = Shape.of(512, 512);

  final Graph graph = new Graph();

  Output receive(String name) {
    return receive(name, LARGE).output(0);
  }

  Node receive(String name, Shape shape, Node... controls) {
    var builder =
        graph
            .node("_Recv", name)
            .attr("tensor_type", DType.FLOAT32)
            .attr("_shape", AttrValue.of(shape))
            .attr("tensor_name", name)
            .attr("send_device", THERE)
            .attr("send_device_incarnation", 1)
            .attr("recv_device", HERE);
    for (Node control : controls) {
      builder.controlInput(control);
    }
    return builder.buildExact();
  }

  Output feed(String name) {
    return feed(name, LARGE);
  }

  /** What a client feeds. */
  Output feed(String name, Shape shape) {
    return graph
        .node("_Recv", name)
        .attr("tensor_type", DType.FLOAT32)
        .attr("_shape", AttrValue.of(shape))
        .attr("tensor_name", name)
        .attr("send_device", HERE)
        .attr("send_device_incarnation", 1)
        .attr("recv_device", HERE)
        .attr("client_terminated", true)
        .buildExact()
        .output(0);
  }

  Node send(Operand value) {
    return graph
        .node("_Send", "send_" + value.asOutput().node().name())
        .input(value)
        .attr("tensor_name", value.asOutput().node().name())
        .attr("send_device", HERE)
        .attr("send_device_incarnation", 1)
        .attr("recv_device", THERE)
        .buildExact();
  }

  Output node(String op, String name, Operand... inputs) {
    var builder = graph.node(op, name);
    for (Operand input : inputs) {
      builder.input(input);
    }
    return builder.buildExact().output(0);
  }

  /** {@code layers} products, each with a weight {@code w1, w2, ...} that is received. */
  Output layers(Output x, int layers) {
    Output current = x;
    for (int i = 1; i <= layers; i++) {
      current = node("TestMatMul", "l" + i, current, receive("w" + i));
    }
    return current;
  }

  Graph scheduled(Lookahead lookahead) {
    Graph after = new ScheduleReceives(lookahead).apply(graph, Set.of());
    GraphValidator.check(after);
    return after;
  }

  /** The name of the node a receive was made to wait for; null if it waits for nothing. */
  static @Nullable String gate(Graph scheduled, String receive) {
    List<Node> controls = scheduled.get(receive).controlInputs();
    if (controls.isEmpty()) {
      return null;
    }
    List<Node> gates = controls.get(0).controlInputs();
    return controls.size() == 1 && gates.size() == 1 ? gates.get(0).name() : controls.toString();
  }
}
