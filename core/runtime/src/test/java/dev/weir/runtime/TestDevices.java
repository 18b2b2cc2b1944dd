package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TestDevices {
  private static final String FIRST = "/device:CPU:0";
  private static final String SECOND = "/device:CPU:1";
  private static final RunOptions BOUNDED = RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(20));

  private final Graph graph = new Graph();
  private final FixtureGraph ops = FixtureGraph.of(graph);

  private static Node on(String device, Graph graph, String op, Operand... inputs) {
    var builder = graph.node(op).device(device);
    for (Operand input : inputs) {
      builder.input(input);
    }
    return builder.build();
  }

  private Tensor run(Operand fetch, int devices) {
    try (Session session = Session.open(graph, LocalOptions.builder().cpus(devices).build())) {
      return session.runner().options(BOUNDED).run(fetch);
    }
  }

  @Test
  void valuesCrossDevices() {
    Output a = ops.withDevice(FIRST).constant(3f);
    Node b = on(SECOND, graph, "TestAdd", a, a);
    Node c = on(FIRST, graph, "TestAdd", b, a);
    assertThat(run(c, 2).getFloat(0)).isEqualTo(9f);
  }

  @Test
  void branchOnAnotherDeviceIsDeadThere() {
    Output predicate = ops.placeholder(DType.BOOL, Shape.scalar());
    Output value = ops.withDevice(FIRST).constant(5f);
    Node branch = on(FIRST, graph, "Switch", value, predicate);
    Node left = on(SECOND, graph, "TestAdd", branch.output(0), branch.output(0));
    Node right = on(FIRST, graph, "TestTanh", branch.output(1));
    Node merge =
        graph
            .node("Merge")
            .inputList(List.of(left.output(0), right.output(0)))
            .device(SECOND)
            .build();
    try (Session session = Session.open(graph, LocalOptions.builder().cpus(2).build())) {
      for (boolean taken : new boolean[] {false, true, false}) {
        Tensor result =
            session
                .runner()
                .feed(predicate, Tensors.scalar(taken))
                .options(BOUNDED)
                .run(merge.output(0));
        assertThat(result.getFloat(0)).isEqualTo(taken ? (float) Math.tanh(5) : 10f);
      }
    }
  }

  /** {@code for (i = 0; i < 100; i += step)} with the body's addition on {@code bodyDevice}. */
  private Output loop(String frame, Output start, Output step, String bodyDevice) {
    Node enter = graph.node("Enter").input(start).attr("frame_name", frame).device(FIRST).build();
    Node constant =
        graph
            .node("Enter")
            .input(step)
            .attr("frame_name", frame)
            .attr("is_constant", true)
            .device(FIRST)
            .build();
    Node merge = graph.node("Merge").inputList(List.of(enter, enter)).device(FIRST).build();
    Node less = on(bodyDevice, graph, "TestLess", merge.output(0));
    Node condition = on(FIRST, graph, "LoopCond", less);
    Node branch = on(FIRST, graph, "Switch", merge.output(0), condition);
    Node body = on(bodyDevice, graph, "TestAdd", branch.output(1), constant);
    Node next = on(FIRST, graph, "NextIteration", body);
    graph.connectBackEdge(merge, 1, next.output(0));
    return on(FIRST, graph, "Exit", branch.output(0)).output(0);
  }

  @Test
  void loopBodyMayBeOnAnotherDevice() {
    Output exit = loop("loop", ops.constant(0f), ops.constant(1f), SECOND);
    assertThat(run(exit, 2).getFloat(0)).isEqualTo(100f);
  }

  @Test
  void loopsFollowEachOther() {
    Output first = loop("one", ops.constant(0f), ops.constant(7f), SECOND);
    Output back = on(SECOND, graph, "TestAdd", first, ops.constant(-100f)).output(0);
    Output second = loop("two", back, ops.constant(3f), SECOND);
    assertThat(run(second, 2).getFloat(0)).isEqualTo(101f);
  }

  @Test
  void innerLoopMayBeSplitToo() {
    // outer: x = 0; while (x < 100) { y = 0; while (y < 100) y += 30; x += y - 60 }
    Output thirty = ops.constant(30f);
    Node enter = graph.node("Enter").input(ops.constant(0f)).attr("frame_name", "outer").build();
    Node step =
        graph
            .node("Enter")
            .input(thirty)
            .attr("frame_name", "outer")
            .attr("is_constant", true)
            .build();
    Node merge = graph.node("Merge").inputList(List.of(enter, enter)).device(FIRST).build();
    Node condition = on(FIRST, graph, "LoopCond", on(FIRST, graph, "TestLess", merge.output(0)));
    Node branch = on(FIRST, graph, "Switch", merge.output(0), condition);
    Node zero =
        graph
            .node("TestAdd")
            .input(branch.output(1))
            .input(on(FIRST, graph, "TestNeg", branch.output(1)))
            .device(FIRST)
            .build();
    Output inner = loop("inner", zero.output(0), step.output(0), SECOND);
    Node sum = on(SECOND, graph, "TestAdd", inner, branch.output(1));
    Node next = on(FIRST, graph, "NextIteration", sum);
    graph.connectBackEdge(merge, 1, next.output(0));
    Node exit = on(FIRST, graph, "Exit", branch.output(0));
    assertThat(run(exit, 2).getFloat(0)).isEqualTo(120f);
  }

  @Test
  void refusesAMissingDeviceAndListsDevices() {
    Node far = on("/device:CPU:7", graph, "TestTanh", ops.constant(1f));
    assertThatThrownBy(() -> run(far, 2))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("Cannot assign a device for operation TestTanh")
        .hasMessageContaining("/device:CPU:7")
        .hasMessageContaining("/job:localhost/replica:0/task:0/device:CPU:1: is not")
        .hasMessageContaining("TestDevices.java");
  }

  @Test
  void softPlacementFindsAnother() {
    Node far = on("/device:GPU:0", graph, "TestTanh", ops.constant(0f));
    LocalOptions config = LocalOptions.builder().cpus(2).softPlacement(true).build();
    try (Session session = Session.open(graph, config)) {
      assertThat(session.run(far).getFloat(0)).isZero();
    }
  }
}
