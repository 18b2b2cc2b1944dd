package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.runtime.trace.StepTrace;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a trace says is what happened. */
final class TestTraces {
  private final Graph graph = new Graph();
  private final FixtureGraph ops = FixtureGraph.of(graph);

  private TracedRun traced(Output x, Output fetch) {
    try (Session session = Session.open(graph, LocalOptions.builder().cpus(2).build())) {
      return session.runner().feed(x, Tensors.vector(new float[100])).fetch(fetch).runTraced();
    }
  }

  /** A small tree over two devices. */
  private Output tree(Output x) {
    Output left = ops.withName("left").withDevice("/device:CPU:0").tanh(x);
    Output right = ops.withName("right").withDevice("/device:CPU:1").neg(x);
    Output both = ops.withName("both").withDevice("/device:CPU:1").add(left, right);
    return ops.withName("top").withDevice("/device:CPU:0").abs(both);
  }

  @Test
  void everyNodeIsThereOnceAfterItsInputs() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(100));
    TracedRun run = traced(x, tree(x));
    StepTrace trace = run.trace();
    List<StepTrace.NodeRun> own =
        trace.nodes().stream().filter(node -> graph.has(node.node())).toList();
    assertThat(own)
        .extracting(StepTrace.NodeRun::node)
        .containsExactlyInAnyOrder("left", "right", "both", "top");
    Map<String, StepTrace.NodeRun> runs = new HashMap<>();
    for (StepTrace.NodeRun node : own) {
      runs.put(node.node(), node);
      assertThat(node.startNanos()).isBetween(trace.startNanos(), node.endNanos());
      assertThat(node.endNanos()).isLessThanOrEqualTo(trace.endNanos());
      assertThat(node.outputBytes()).isEqualTo(400);
      Node built = graph.get(node.node());
      assertThat(node.op()).isEqualTo(built.op().signature().name());
      assertThat(node.device()).endsWith(built.device());
      assertThat(node.thread()).isNotEmpty();
      assertThat(node.provider()).isNotEmpty();
    }
    for (StepTrace.NodeRun node : own) {
      for (Output input : graph.get(node.node()).inputs()) {
        StepTrace.NodeRun source = runs.get(input.node().name());
        if (source != null) {
          assertThat(node.startNanos()).isGreaterThanOrEqualTo(source.endNanos());
        }
      }
    }
  }

  @Test
  void transfersAreThereOnBothDevices() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(100));
    List<StepTrace.NodeRun> nodes = traced(x, tree(x)).trace().nodes();
    assertThat(nodes).filteredOn(node -> node.op().equals("_Send")).hasSize(3);
    assertThat(nodes)
        .filteredOn(node -> node.op().equals("_Recv"))
        .hasSize(3)
        .allSatisfy(node -> assertThat(node.outputBytes()).isEqualTo(400));
    assertThat(nodes)
        .filteredOn(node -> node.node().contains("_left_"))
        .extracting(node -> node.op() + node.device().substring(node.device().length() - 1))
        .containsExactlyInAnyOrder("_Send0", "_Recv1");
  }

  @Test
  void takenBranchAndWhatWaitsForItAreThereAndTheOtherIsNot() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(100));
    var branches = ops.switchOn(x, ops.constant(true));
    Output taken = ops.withName("taken").tanh(branches.whenTrue());
    Output other = ops.withName("other").neg(branches.whenFalse());
    Output joined =
        graph.node("Merge", "joined").inputList(List.of(taken, other)).build().output(0);
    Node done = ops.withName("done").withControlDependencies(joined.node()).noOp();
    Output end = ops.withName("end").withControlDependencies(done).abs(joined);
    assertThat(traced(x, end).trace().nodes())
        .extracting(StepTrace.NodeRun::node)
        .contains("taken", "joined", "done", "end")
        .doesNotContain("other");
  }

  @Test
  void nodeInALoopIsThereOncePerIteration() {
    Output zero = ops.placeholder(DType.FLOAT32, Shape.of(100));
    Output end =
        new WhileLoop(graph, "loop", 3)
            .run(
                List.of(zero),
                in -> graph.node("TestLess", "less").input(in.variable(0)).build().output(0),
                in ->
                    List.of(
                        graph
                            .node("TestPlus", "next")
                            .input(in.variable(0))
                            .attr("amount", 30)
                            .build()
                            .output(0)))
            .get(0);
    StepTrace trace = traced(zero, end).trace();
    long tested = trace.nodes().stream().filter(run -> run.node().equals("less")).count();
    long stepped = trace.nodes().stream().filter(run -> run.node().equals("next")).count();
    assertThat(stepped).isPositive();
    assertThat(tested).isEqualTo(stepped + 1);
  }

  @Test
  void functionsAreTracedToo() {
    var doubled =
        ops.function(
            "doubled",
            List.of(DType.FLOAT32),
            (body, p) -> List.of(body.withName("inside").add(p.get(0), p.get(0))));
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(100));
    Output y = ops.withName("call").call(doubled, List.of(x));
    assertThat(traced(x, y).trace().nodes())
        .extracting(StepTrace.NodeRun::node)
        .containsExactlyInAnyOrder("inside", "call");
  }

  @Test
  void chromeReadsIt() throws Exception {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(100));
    Output top = tree(x);
    CompletableFuture<TracedRun> done = new CompletableFuture<>();
    Thread.ofPlatform()
        .name("a \"thread\"\n\twith \\ a name \u00e9")
        .start(() -> done.complete(traced(x, top)));
    TracedRun run = done.get(20, TimeUnit.SECONDS);
    Map<?, ?> json = (Map<?, ?>) Json.parse(run.trace().toChromeJson());
    List<?> events = (List<?>) json.get("traceEvents");
    assertThat(events)
        .filteredOn(event -> "X".equals(((Map<?, ?>) event).get("ph")))
        .hasSize(10)
        .allSatisfy(
            event -> {
              Map<?, ?> fields = (Map<?, ?>) event;
              assertThat((Double) fields.get("ts")).isNotNegative();
              assertThat((Double) fields.get("dur")).isNotNegative();
              assertThat((Map<?, ?>) fields.get("args")).hasSize(3);
            })
        .extracting(event -> String.valueOf(((Map<?, ?>) event).get("name")))
        .contains("left", "right", "both", "top");
    assertThat(events)
        .filteredOn(event -> "thread_name".equals(((Map<?, ?>) event).get("name")))
        .extracting(event -> threadName((Map<?, ?>) event))
        .contains("a \"thread\"\n\twith \\ a name \u00e9");
  }

  private static String threadName(Map<?, ?> event) {
    return event.get("args") instanceof Map<?, ?> args ? String.valueOf(args.get("name")) : "";
  }
}
