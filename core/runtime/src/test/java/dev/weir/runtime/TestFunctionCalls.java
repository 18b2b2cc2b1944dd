package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Functions called from steps: deep, many at once, on several devices, and failing. */
final class TestFunctionCalls {
  private static final int SIZE = 1000;
  private static final RunOptions BOUNDED = RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(20));
  private static final List<DType> ONE_FLOAT = List.of(DType.FLOAT32);

  private final Graph graph = new Graph();
  private final FixtureGraph ops = FixtureGraph.of(graph);
  private final CountedDevices devices = CountedDevices.of(2);

  /** {@code f0(x) = x + x} and {@code f<depth>(x) = f<depth-1>(x) + x}, over two devices. */
  private GraphFunction nested(int depth) {
    GraphFunction inner =
        ops.function(
            "f0",
            ONE_FLOAT,
            (body, x) -> List.of(body.withDevice("/device:CPU:1").add(x.get(0), x.get(0))));
    for (int i = 1; i <= depth; i++) {
      GraphFunction called = inner;
      String device = "/device:CPU:" + i % 2;
      inner =
          ops.function(
              "f" + i,
              ONE_FLOAT,
              (body, x) -> List.of(body.withDevice(device).add(body.call(called, x), x.get(0))));
    }
    return inner;
  }

  @Test
  void deepCallsFromManyStepsDoNotStarveThePool() throws Exception {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(SIZE));
    Output y = ops.call(nested(30), List.of(x));
    try (Session session = Session.open(graph, devices.config());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<Float>> results = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        float value = i;
        results.add(
            CompletableFuture.supplyAsync(
                () -> {
                  Tensor fed = Tensors.fill(DType.FLOAT32, Shape.of(SIZE), value);
                  try (Tensor result = session.runner().feed(x, fed).options(BOUNDED).run(y)) {
                    return result.getFloat(SIZE - 1);
                  }
                },
                threads));
      }
      for (int i = 0; i < results.size(); i++) {
        assertThat(results.get(i).get(30, TimeUnit.SECONDS)).isEqualTo(32f * i);
      }
      assertThat(devices.inUse()).isZero();
    }
  }

  @Test
  void functionThatFailsNamesTheNodeInsideAndGivesBackAll() {
    GraphFunction inner =
        ops.function(
            "inner",
            ONE_FLOAT,
            (body, x) ->
                List.of(
                    body.scope()
                        .withName("broken")
                        .node("TestFault")
                        .input(body.add(x.get(0), x.get(0)))
                        .attr("how", "bracket")
                        .build()));
    GraphFunction outer =
        ops.function(
            "outer",
            ONE_FLOAT,
            (body, x) -> List.of(body.statefulCall(inner, List.of(body.tanh(x.get(0))))));
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(SIZE));
    Output y = ops.statefulCall(outer, List.of(ops.add(x, x)));
    try (Session session = Session.open(graph, devices.config())) {
      for (int i = 0; i < 5; i++) {
        Runner runner =
            session.runner().feed(x, Tensors.vector(new float[SIZE])).fetch(y).options(BOUNDED);
        assertThatThrownBy(runner::run)
            .hasMessageStartingWith("[TestFault \"broken\"] [2,3] is too small");
        assertThat(devices.inUse()).isZero();
      }
    }
  }

  @Test
  void deadlineReachesIntoFunctionsAndSaysWhere() {
    GraphFunction slow =
        ops.function(
            "slow",
            ONE_FLOAT,
            (body, x) ->
                List.of(body.scope().withName("inside").node("TestWait").input(x.get(0)).build()));
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(SIZE));
    Output y = ops.withName("call").statefulCall(slow, List.of(ops.add(x, x)));
    try (Session session = Session.open(graph, devices.config())) {
      Runner runner = session.runner().feed(x, Tensors.vector(new float[SIZE])).fetch(y);
      assertThat(TimedOut.in("TestWait \"inside\"", runner)).hasMessageContaining("\"call\"");
      assertThat(devices.inUse()).isZero();
    }
  }

  @Test
  void recursionWithoutEndIsStopped() {
    Graph body = new Graph();
    Output x = body.node("_Arg", "x").attr("T", DType.FLOAT32).attr("index", 0).build().output(0);
    body.addFunction(signatureOnly("forever"));
    Node call =
        body.node("TestStatefulCall", "again")
            .inputList(List.of(x))
            .attr("Tout", AttrValue.ofTypes(ONE_FLOAT))
            .attr("f", AttrValue.function("forever"))
            .build();
    body.node("_Retval", "y").input(call.output(0)).attr("index", 0).build();
    GraphFunction forever = withBody("forever", body);
    graph.addFunction(forever);
    Output y = ops.statefulCall(forever, List.of(ops.constant(1f)));
    try (Session session = Session.open(graph, devices.config())) {
      assertThatThrownBy(() -> session.runner().fetch(y).options(BOUNDED).run())
          .isInstanceOfSatisfying(
              WeirException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED))
          .hasMessageContaining("\"again\"")
          .hasMessageContaining("does one call itself without end?");
    }
  }

  private static GraphFunction signatureOnly(String name) {
    Graph body = new Graph();
    Output x = body.node("_Arg", "x").attr("T", DType.FLOAT32).attr("index", 0).build().output(0);
    body.node("_Retval", "y").input(x).attr("index", 0).build();
    return withBody(name, body);
  }

  private static GraphFunction withBody(String name, Graph body) {
    return new GraphFunction(
        name,
        List.of(new GraphFunction.Parameter("x", DType.FLOAT32)),
        List.of(new GraphFunction.Parameter("y", DType.FLOAT32)),
        List.of(),
        body,
        Map.of());
  }

  @Test
  void functionWithNothingInItMayBeCalled() {
    GraphFunction nothing = ops.function("nothing", List.of(), (body, x) -> List.of());
    Node call =
        graph
            .node("TestStatefulCall")
            .inputList(List.of())
            .attr("Tin", AttrValue.ofTypes(List.of()))
            .attr("Tout", AttrValue.ofTypes(List.of()))
            .attr("f", AttrValue.function(nothing.name()))
            .build();
    try (Session session = Session.open(graph, devices.config())) {
      assertThat(session.runner().addTarget(call).options(BOUNDED).run()).isEmpty();
    }
  }

  @Test
  void bodyRunsWhereItsCallerIs() {
    GraphFunction bump =
        ops.function(
            "bump",
            List.of(DType.RESOURCE),
            (body, x) ->
                List.of(body.scope().withName("bump").node("TestBump").input(x.get(0)).build()));
    Node handle = graph.node("TestCounter", "counter").device("/device:CPU:1").build();
    Output count = ops.statefulCall(bump, List.of(handle));
    try (Session session = Session.open(graph, devices.config())) {
      assertThat(CountOps.in(session.runner().options(BOUNDED).run(count))).isEqualTo(1);
    }
  }

  @Test
  void nodesOfOneNameInTwoFunctionsHaveStateOfTheirOwn() {
    List<Output> counts = new ArrayList<>();
    for (String name : List.of("one", "two")) {
      GraphFunction function =
          ops.function(
              name,
              List.of(),
              (body, x) -> List.of(body.scope().withName("n").node("TestSessionCount").build()));
      counts.add(
          graph
              .node("TestStatefulCall")
              .inputList(List.of())
              .attr("Tin", AttrValue.ofTypes(List.of()))
              .attr("Tout", AttrValue.ofTypes(List.of(DType.INT64)))
              .attr("f", AttrValue.function(function.name()))
              .build()
              .output(0));
    }
    Node outside = graph.node("TestSessionCount", "n").build();
    try (Session session = Session.open(graph, devices.config())) {
      Runner runner = session.runner().fetch(counts.get(0)).fetch(counts.get(1)).fetch(outside);
      assertThat(runner.run()).extracting(CountOps::in).containsExactly(1L, 1L, 1L);
      assertThat(runner.run()).extracting(CountOps::in).containsExactly(2L, 2L, 2L);
    }
  }
}
