package dev.weir.cluster.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.json.JsonReader;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.CallableStep;
import dev.weir.runtime.PartialRun;
import dev.weir.runtime.Result;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.TracedRun;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a session does, wherever it runs. There are the tasks {@code /job:ps/task:0}, {@code
 * /job:worker/task:0}, through which the session is opened, and {@code /job:worker/task:1}.
 */
@Timeout(60)
abstract class SessionContract {
  static final String PS = "/job:ps/task:0";
  static final String WORKER = "/job:worker/task:0";
  static final String OTHER = "/job:worker/task:1";
  static final RunOptions BOUNDED = RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(20));

  final Graph graph = new Graph();
  final Ops ops = Ops.create(graph);
  final Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(2));
  final Output doubled = ops.withName("doubled").withDevice(PS).math.add(x, x);
  final Output squared = ops.withName("squared").withDevice(OTHER).math.mul(doubled, doubled);
  final Output sum = ops.withName("sum").withDevice(WORKER).math.add(squared, x);

  /** A session over the graph. */
  abstract Session open();

  static Tensor vector(float... values) {
    return Tensors.vector(values);
  }

  static void assertVector(Tensor actual, float... expected) {
    assertThat(actual).hasToString(Tensors.vector(expected).toString());
  }

  @Test
  void feedsAndFetchesAnyEdge() {
    try (Session session = open()) {
      List<Tensor> all =
          session
              .runner()
              .feed(x, vector(1, 3))
              .fetch(sum)
              .fetch(doubled)
              .fetch(squared)
              .fetch(x)
              .run();
      assertVector(all.get(0), 5, 39);
      assertVector(all.get(1), 2, 6);
      assertVector(all.get(2), 4, 36);
      assertVector(all.get(3), 1, 3);
      Tensor cut =
          session.runner().feed("squared:0", vector(7, 8)).feed("x", vector(1, 1)).run("sum");
      assertVector(cut, 8, 9);
      Tensor middle = session.runner().feed(doubled, vector(3, 4)).run(squared);
      assertVector(middle, 9, 16);
    }
  }

  @Test
  void resultsAreFoundByEdgeIndexAndName() {
    Output one = ops.constant(1f);
    Output seven = ops.withName("seven").constant(7L);
    try (Session session = open()) {
      assertThat(session.run(one).scalarFloat()).isEqualTo(1f);
      assertThat(session.run("seven").scalarLong()).isEqualTo(7);
      Result both = session.run(one, seven);
      assertThat(both).hasSize(2);
      assertThat(both.get(seven).scalarLong()).isEqualTo(7);
      assertThat(both.get("seven").scalarLong()).isEqualTo(7);
      assertThat(both.get(1).scalarLong()).isEqualTo(7);
      assertThat(both.get(one).scalarFloat()).isEqualTo(1f);
      assertThatThrownBy(() -> both.get(sum))
          .hasMessage("sum:0 was not fetched; the step fetched [Const:0, seven:0]");
      assertThatThrownBy(() -> both.get(2)).hasMessageContaining("there is no fetch 2");
    }
  }

  @Test
  void runnerReturnsOneEdgeAsOftenAsAsked() {
    try (Session session = open()) {
      Runner runner = session.runner().feed(x, vector(1, 3)).fetch(squared);
      assertVector(runner.run(doubled), 2, 6);
      assertVector(runner.run("sum"), 5, 39);
      assertThat(runner.run()).hasSize(1);
    }
  }

  @Test
  void callableStepRunsByHandle() {
    GraphVariable counter = ops.withDevice(PS).state.variable(ops.constant(0f));
    Node increment = counter.assignAdd(ops.constant(1f));
    try (Session session = open()) {
      session.runner().addTarget(counter.initializer()).run();
      CallableStep step =
          session.callable(
              List.of(x, squared), List.of(sum, doubled, sum), List.of(increment), BOUNDED);
      for (int i = 1; i <= 3; i++) {
        Result result = step.run(vector(i, 1), vector(7, 8));
        assertVector(result.get(sum), 7 + i, 9);
        assertVector(result.get(doubled), 2 * i, 2);
        result.get(0).close();
        assertVector(result.get(2), 7 + i, 9);
        assertThat(session.run(counter.read()).scalarFloat()).isEqualTo(i);
      }
      assertThatThrownBy(() -> step.run(vector(1, 2)))
          .hasMessage("the step takes 2 feeds [x:0, squared:0] and gets 1");
      assertThatThrownBy(() -> step.run(vector(1, 2), vector(1)))
          .hasMessageContaining("cannot feed float32[1]");
      step.close();
      step.close();
      assertThatThrownBy(() -> step.run(vector(1, 2), vector(1, 2)))
          .hasMessage("the callable step is closed");
    }
  }

  @Test
  void callableStepSurvivesGrowthOfTheGraph() {
    try (Session session = open();
        CallableStep step = session.callable(List.of(x), List.of(sum))) {
      assertVector(step.run(vector(1, 3)).get(0), 5, 39);
      Output more = ops.math.add(sum, x);
      assertVector(session.runner().feed(x, vector(1, 3)).run(more), 6, 42);
      assertVector(step.run(vector(1, 3)).get(sum), 5, 39);
    }
  }

  @Test
  void callableStepNeedsNodesOfItsGraph() {
    Output other = Ops.create(new Graph()).constant(1f);
    try (Session session = open()) {
      assertThatThrownBy(() -> session.callable(List.of(), List.of(other)))
          .hasMessageContaining("another graph");
    }
  }

  @Test
  void sameEdgeMayBeFetchedTwiceAndFedAndFetched() {
    try (Session session = open()) {
      List<Tensor> twice =
          session.runner().feed(x, vector(1, 2)).fetch(doubled).fetch("doubled").fetch(x).run();
      assertVector(twice.get(0), 2, 4);
      twice.get(0).close();
      assertVector(twice.get(1), 2, 4);
      assertVector(twice.get(2), 1, 2);
      List<Tensor> fed = session.runner().feed(squared, vector(5, 6)).fetch(squared).run();
      assertVector(fed.get(0), 5, 6);
    }
  }

  /** As the slots of an optimizer are: made in the step that gives the variable its value. */
  @Test
  void shapeOfAVariableIsKnownBeforeItsValue() {
    Ops ps = ops.withDevice(PS);
    Output reference =
        ps.withName("reference")
            .op("VariableV2")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", Shape.of(2))
            .build()
            .output(0);
    Output handle = ps.withName("resource").state.varHandleOp(DType.FLOAT32, Shape.of(3));
    Output read = ps.state.readVariableOp(handle, DType.FLOAT32);
    Output ones = ops.withDevice(OTHER).array.fill(ops.array.shape(reference), ops.constant(1f));
    Output count = ops.withDevice(OTHER).array.size(read);
    Output rank = ops.withDevice(WORKER).array.rank(ops.control.identity(read));
    Node init = ps.op("Assign").input(reference).input(ones).build();
    try (Session session = open()) {
      List<Tensor> known = session.runner().fetch(ones).fetch(count).fetch(rank).run();
      assertVector(known.get(0), 1, 1);
      assertThat(known.get(1).getInt(0)).isEqualTo(3);
      assertThat(known.get(2).getInt(0)).isEqualTo(1);
      session.runner().addTarget(init).run();
      assertVector(session.run(reference), 1, 1);
      assertThatThrownBy(() -> session.runner().fetch(read).run())
          .isInstanceOfSatisfying(
              WeirException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION));
    }
  }

  @Test
  void variablesOfTwoKindsWithOneNameAreTwo() {
    Ops ps = ops.withDevice(PS);
    Output reference =
        ps.withName("shared")
            .op("VariableV2")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", Shape.of(2))
            .build()
            .output(0);
    Output handle =
        ps.withName("handle").state.varHandleOp(DType.INT32, Shape.scalar(), "", "shared");
    Node first = ps.op("Assign").input(reference).input(ops.constant(new float[] {1, 2})).build();
    Node second = ps.state.assignVariableOp(handle, ops.constant(7));
    Output read = ps.state.readVariableOp(handle, DType.INT32);
    try (Session session = open()) {
      session.runner().addTarget(first).run();
      session.runner().addTarget(second).run();
      assertVector(session.run(reference), 1, 2);
      assertThat(session.run(read).getInt(0)).isEqualTo(7);
      session.reset();
    }
    try (Session next = open()) { // on a cluster, a reset ends sessions too
      assertThatThrownBy(() -> next.runner().fetch(reference).run())
          .hasMessageContaining("uninitialized value shared");
    }
  }

  @Test
  void feedTakesThePlaceOfAValueThatShapesFollowedFrom() {
    Output length = ops.withName("length").math.cast(ops.constant(2L), DType.INT32);
    Output first =
        ops.withDevice(PS)
            .array
            .slice(
                ops.constant(new float[] {1, 2, 3, 4}),
                ops.constant(new int[] {0}),
                ops.array.expandDims(length, 0));
    Output twice = ops.withDevice(OTHER).math.add(first, first);
    Output shape = ops.array.shape(twice);
    try (Session session = open()) {
      assertThat(twice.shape()).isEqualTo(Shape.of(2));
      assertVector(session.run(twice), 2, 4);
      List<Tensor> longer =
          session.runner().feed(length, Tensors.scalar(3)).fetch(twice).fetch(shape).run();
      assertVector(longer.get(0), 2, 4, 6);
      assertThat(longer.get(1).getInt(0)).isEqualTo(3);
    }
  }

  @Test
  void outputOfAnOpThatIsNotKnownCanBeFed() {
    String text =
        "node { name: 'decoded' op: 'NoSuchDecoder' } "
            + "node { name: 'scaled' op: 'Neg' input: 'decoded:1'"
            + " attr { key: 'T' value { type: DT_FLOAT } } } "
            + "node { name: 'y' op: 'Neg' input: 'scaled'"
            + " attr { key: 'T' value { type: DT_FLOAT } } }";
    GraphDefs.importTextInto(graph, text, "");
    try (Session session = open()) {
      for (String fed : List.of("decoded:1", "scaled")) {
        float sign = fed.equals("scaled") ? -1 : 1;
        Tensor y = session.runner().feed(fed, Tensors.vector(1f, 2f)).run("y");
        assertVector(y, sign, 2 * sign);
      }
      assertThatThrownBy(() -> session.runner().fetch("y").run())
          .hasMessageContaining("Op type not registered 'NoSuchDecoder'")
          .hasMessageContaining("decoded -> scaled -> y")
          .satisfies(e -> assertThat(((WeirException) e).code()).isEqualTo(ErrorCode.NOT_FOUND));
    }
  }

  @Test
  void whatIsNotNeededIsNotRun() {
    Output never = ops.withDevice(PS).control.checkNumerics(ops.constant(Float.NaN), "never");
    try (Session session = open()) {
      assertVector(session.runner().feed(x, vector(1, 1)).run(sum), 5, 5);
      assertThatThrownBy(() -> session.runner().fetch(never).run()).hasMessageContaining("never");
    }
  }

  @Test
  void nodesCanBeRunForTheirEffect() {
    GraphVariable counter = ops.withName("counter").withDevice(PS).state.variable(ops.constant(0f));
    Node increment = counter.assignAdd(ops.withDevice(OTHER).constant(2f));
    try (Session session = open()) {
      session.runner().addTarget(counter.initializer()).run();
      for (int i = 0; i < 3; i++) {
        assertThat(session.runner().addTarget(increment).run()).isEmpty();
      }
      assertThat(session.run(counter.read()).getFloat(0)).isEqualTo(6);
    }
  }

  @Test
  void partialRunGoesBitByBit() {
    Output b = ops.withName("b").withDevice(OTHER).placeholder(DType.FLOAT32, Shape.of(2));
    ops.withName("last").withDevice(WORKER).math.add(squared, b);
    try (Session session = open();
        PartialRun run =
            session.partialRun(List.of("x", "b"), List.of("doubled", "last"), List.of(), BOUNDED)) {
      run.feed("x", vector(1, 2));
      assertVector(run.fetch("doubled"), 2, 4);
      run.feed("b", vector(10, 20));
      assertVector(run.fetch("last"), 14, 36);
      run.finish();
    }
  }

  @Test
  void partialRunMayEndWithATarget() {
    GraphVariable seen =
        ops.withName("seen").withDevice(PS).state.variable(ops.constant(vector(0, 0)));
    Node note = seen.assign(squared);
    try (Session session = open()) {
      session.runner().addTarget(seen.initializer()).run();
      try (PartialRun run =
          session.partialRun(List.of("x"), List.of("doubled"), List.of(note.name()), BOUNDED)) {
        run.feed("x", vector(1, 2));
        assertVector(run.fetch("doubled"), 2, 4);
        run.finish();
      }
      assertVector(session.run(seen.read()), 4, 16);
    }
  }

  @Test
  void graphMayGrowBetweenSteps() {
    try (Session session = open()) {
      assertVector(session.runner().feed(x, vector(1, 1)).run(sum), 5, 5);
      Output more = ops.withDevice(PS).math.neg(sum);
      assertVector(session.runner().feed(x, vector(1, 1)).run(more), -5, -5);
      Graph other = new Graph();
      Ops.create(other).withName("far").withDevice(OTHER).constant(3f);
      session.extend(GraphDefs.toBinary(other));
      assertThat(session.run("far").getFloat(0)).isEqualTo(3);
      assertVector(session.runner().feed(x, vector(1, 1)).run(sum), 5, 5);
    }
  }

  @Test
  void graphMayGrowWhileStepsRun() throws Exception {
    try (Session session = open()) {
      List<CompletableFuture<?>> runs = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        int thread = t;
        runs.add(
            CompletableFuture.runAsync(
                () -> {
                  for (int i = 1; i <= 10; i++) {
                    Output grown = ops.withDevice(PS).math.mul(sum, ops.constant((float) i));
                    Tensor y = session.runner().feed(x, vector(1, thread)).run(grown);
                    assertThat(y.getFloat(0)).isEqualTo(5f * i);
                  }
                },
                task -> Thread.ofVirtual().start(task)));
      }
      for (CompletableFuture<?> run : runs) {
        run.get(50, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void manyThreadsMayRunAtOnce() throws Exception {
    try (Session session = open()) {
      List<CompletableFuture<?>> runs = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        float value = t;
        runs.add(
            CompletableFuture.runAsync(
                () -> {
                  for (int i = 0; i < 25; i++) {
                    Tensor y = session.runner().feed(x, vector(value, i)).run(sum);
                    assertVector(y, 4 * value * value + value, 4 * i * i + i);
                  }
                },
                task -> Thread.ofVirtual().start(task)));
      }
      for (CompletableFuture<?> run : runs) {
        run.get(50, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void functionsRunWhereTheyAreCalled() {
    GraphFunction cube =
        ops.function(
            "cube",
            List.of(DType.FLOAT32),
            (body, in) -> List.of(body.math.mul(body.math.mul(in.get(0), in.get(0)), in.get(0))));
    Output called = ops.withDevice(PS).control.call(cube, List.of(x)).get(0);
    Output again = ops.withDevice(OTHER).control.statefulCall(cube, List.of(called)).get(0);
    try (Session session = open()) {
      assertVector(session.runner().feed(x, vector(1, 2)).run(again), 1, 512);
      GraphFunction late =
          ops.function("late", List.of(DType.FLOAT32), (b, in) -> List.of(b.math.neg(in.get(0))));
      Output grown = ops.withDevice(PS).control.call(late, List.of(again)).get(0);
      assertVector(session.runner().feed(x, vector(1, 2)).run(grown), -1, -512);
    }
  }

  @Test
  void conditionalsAndLoopsMayBeFunctions() {
    GraphFunction isSmall =
        ops.function(
            "isSmall",
            List.of(DType.FLOAT32),
            (body, in) -> List.of(body.math.less(in.get(0), body.constant(100f))));
    GraphFunction twice =
        ops.function(
            "twice",
            List.of(DType.FLOAT32),
            (body, in) -> List.of(body.math.add(in.get(0), in.get(0))));
    GraphFunction negated =
        ops.function(
            "negated", List.of(DType.FLOAT32), (body, in) -> List.of(body.math.neg(in.get(0))));
    Output start = ops.withName("start").placeholder(DType.FLOAT32, Shape.scalar());
    Output looped = ops.withDevice(PS).control.whileLoop(isSmall, twice, List.of(start)).get(0);
    Output small = ops.withDevice(OTHER).math.less(start, ops.constant(0.5f));
    Output chosen =
        ops.withDevice(OTHER).control.ifThenElse(small, negated, twice, List.of(looped)).get(0);
    try (Session session = open()) {
      for (float value : new float[] {0.25f, 3f}) {
        Tensor y = session.runner().feed(start, Tensors.scalar(value)).run(chosen);
        assertThat(y.getFloat(0)).isEqualTo(value < 0.5f ? -128f : 384f);
      }
    }
  }

  @Test
  void traceTellsWhatRanWhere() {
    try (Session session = open()) {
      TracedRun run = session.runner().feed(x, vector(1, 1)).fetch(sum).runTraced();
      assertVector(run.fetched().get(0), 5, 5);
      Set<String> devices =
          run.trace().nodes().stream().map(node -> node.device()).collect(Collectors.toSet());
      assertThat(devices)
          .contains(
              "/job:ps/replica:0/task:0/device:CPU:0",
              "/job:worker/replica:0/task:0/device:CPU:0",
              "/job:worker/replica:0/task:1/device:CPU:0");
      assertThat(run.trace().nodes())
          .anySatisfy(
              node -> {
                assertThat(node.node()).isEqualTo("squared");
                assertThat(node.op()).isEqualTo("Mul");
                assertThat(node.device()).startsWith("/job:worker/replica:0/task:1");
                assertThat(node.endNanos()).isGreaterThanOrEqualTo(node.startNanos());
              });
      assertThat(run.trace().endNanos()).isGreaterThanOrEqualTo(run.trace().startNanos());
      assertThat(JsonReader.read(run.trace().toChromeJson())).isNotNull();
    }
  }

  @Test
  void missingFeedIsRefused() {
    try (Session session = open()) {
      assertThatThrownBy(() -> session.runner().fetch(sum).run())
          .isInstanceOfSatisfying(
              WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
          .hasMessageContaining("[Placeholder \"x\"] You must feed a value for placeholder")
          .hasMessageMatching("(?s).*built at Test\\w+Session.java:\\d+");
    }
  }

  @Test
  void closedSessionRefusesSteps() {
    Session session = open();
    session.close();
    session.close();
    assertThatThrownBy(() -> session.runner())
        .isInstanceOfSatisfying(
            WeirException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION));
  }
}
