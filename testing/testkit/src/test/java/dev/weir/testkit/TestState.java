package dev.weir.testkit;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.kernel.Variable;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Variables: who sees them, for how long, and what many steps at once do to them. */
final class TestState {
  private static final int THREADS = 4;
  private static final int ROUNDS = 250;

  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);

  private static ErrorCode codeOf(Throwable thrown) {
    return ((WeirException) thrown).code();
  }

  private static void inParallel(Runnable round) throws Exception {
    List<CompletableFuture<Void>> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(
          CompletableFuture.runAsync(
              () -> {
                for (int n = 0; n < ROUNDS; n++) {
                  round.run();
                }
              }));
    }
    for (CompletableFuture<Void> thread : threads) {
      thread.get(60, TimeUnit.SECONDS);
    }
  }

  private static Tensor fetch(Session session, dev.weir.graph.Operand edge) {
    return session.run(edge);
  }

  private static void run(Session session, Node target) {
    session.runner().addTarget(target).run();
  }

  @Test
  void noUpdateFromManyStepsIsLost() throws Exception {
    GraphVariable dense = ops.withName("dense").state.variable(ops.constant(new long[1000]));
    GraphVariable sparse = ops.withName("sparse").state.variable(ops.constant(new long[1000]));
    Output reference =
        ops.withName("reference")
            .op("VariableV2")
            .attr("dtype", DType.INT64)
            .attr("shape", Shape.scalar())
            .build()
            .output(0);
    Output init = ops.op("Assign").input(reference).input(ops.constant(0L)).build().output(0);
    long[] ones = new long[1000];
    java.util.Arrays.fill(ones, 1);
    Node addDense = dense.assignAdd(ops.constant(ones));
    Node addSparse = sparse.scatterAdd(ops.constant(new int[] {7, 7, 8}), ops.constant(1L));
    Node addReference = ops.op("AssignAdd").input(reference).input(ops.constant(1L)).build();
    try (Session session = Session.open(graph)) {
      run(session, dense.initializer());
      run(session, sparse.initializer());
      run(session, init.node());
      inParallel(
          () -> {
            session.runner().addTarget(addDense).addTarget(addSparse).addTarget(addReference).run();
            Tensor seen = fetch(session, dense);
            assertThat(seen.getLong(0)).isEqualTo(seen.getLong(999));
          });
      long expected = (long) THREADS * ROUNDS;
      assertThat(fetch(session, dense).getLong(500)).isEqualTo(expected);
      assertThat(fetch(session, sparse).getLong(7)).isEqualTo(2 * expected);
      assertThat(fetch(session, sparse).getLong(8)).isEqualTo(expected);
      assertThat(fetch(session, reference).getLong(0)).isEqualTo(expected);
    }
  }

  @Test
  void equalChangesAreNotShared() {
    Output reference =
        ops.op("VariableV2")
            .attr("dtype", DType.INT32)
            .attr("shape", Shape.scalar())
            .build()
            .output(0);
    Output init = ops.op("Assign").input(reference).input(ops.constant(1)).build().output(0);
    Node first = ops.op("AssignAdd").input(reference).input(ops.constant(1)).build();
    Node second = ops.op("AssignAdd").input(reference).input(ops.constant(1)).build();
    Node both = ops.withControlDependencies(first, second).control.noOp();
    try (Session session = Session.open(graph)) {
      run(session, init.node());
      run(session, both);
      assertThat(fetch(session, reference).getLong(0)).isEqualTo(3);
    }
  }

  @Test
  void sessionsOnTheSameDevicesShareContainers() {
    GraphVariable shared = ops.withName("v").state.variable(ops.constant(1f));
    GraphVariable boxed = ops.withName("w").state.variable(ops.constant(2f), "box");
    LocalOptions config = LocalOptions.standard();
    try (Session one = Session.open(graph, config);
        Session other = Session.open(graph, config);
        Session stranger = Session.open(graph)) {
      run(one, shared.initializer());
      run(one, boxed.initializer());
      run(other, shared.assignAdd(ops.constant(10f)));
      assertThat(fetch(one, shared).getFloat(0)).isEqualTo(11f);
      assertThatThrownBy(() -> fetch(stranger, shared)).hasMessageContaining("variable v");

      other.reset("box");
      assertThat(fetch(one, shared).getFloat(0)).isEqualTo(11f);
      assertThat(fetch(one, boxed.isInitialized()).getBoolean(0)).isFalse();
      other.reset();
      assertThat(fetch(one, shared.isInitialized()).getBoolean(0)).isFalse();
      run(other, shared.initializer());
      assertThat(fetch(one, shared).getFloat(0)).isEqualTo(1f);
    }
  }

  @Test
  void valueOutlivesTheSessionThatAssignedIt() {
    LocalOptions config = LocalOptions.standard();
    GraphVariable v = ops.withName("v").state.variable(ops.constant(5f));
    try (Session session = Session.open(graph, config)) {
      run(session, v.initializer());
    }
    try (Session session = Session.open(graph, config)) {
      assertThat(fetch(session, v).getFloat(0)).isEqualTo(5f);
    }
  }

  @Test
  void resetGivesTheMemoryBack() {
    Output value = ops.placeholder(DType.FLOAT32, Shape.of(-1));
    Output v = ops.withName("v").state.varHandleOp(DType.FLOAT32, Shape.of(-1));
    Node assign = ops.state.assignVariableOp(v, ops.math.add(value, value));
    LocalOptions config = LocalOptions.standard();
    try (Session session = Session.open(graph, config)) {
      session.runner().feed(value, Tensors.vector(new float[10_000])).addTarget(assign).run();
      Buffer held = bufferOf(variable(config, "v"));
      held.requireHeld();
      session.reset();
      assertThatThrownBy(held::requireHeld).hasMessageContaining("given back");
    }
  }

  private static Variable variable(LocalOptions config, String name) {
    return requireNonNull(
        config.devices().get(0).resources().find("localhost", name, Variable.class));
  }

  @Test
  void whatWasFetchedStaysAsItWas() {
    GraphVariable v = ops.withName("v").state.variable(ops.constant(new float[] {1, 2, 3}));
    Node add = v.assignAdd(ops.constant(new float[] {1, 1, 1}));
    try (Session session = Session.open(graph)) {
      run(session, v.initializer());
      Tensor before = fetch(session, v);
      run(session, add);
      Tensor after = fetch(session, v);
      assertThat(before.floats()).containsExactly(1, 2, 3);
      assertThat(after.floats()).containsExactly(2, 3, 4);
      before.close();
      run(session, add);
      assertThat(after.floats()).containsExactly(2, 3, 4);
      assertThat(fetch(session, v).floats()).containsExactly(3, 4, 5);
    }
  }

  @Test
  void sparseUpdateDoesNotCopyTheTable() {
    Output value = ops.placeholder(DType.FLOAT32, Shape.of(10_000, 4));
    Output handle = ops.withName("table").state.varHandleOp(DType.FLOAT32, Shape.of(10_000, 4));
    Node assign = ops.state.assignVariableOp(handle, ops.math.add(value, value));
    Node update =
        ops.state.resourceScatterAdd(handle, ops.constant(new int[] {3}), ops.constant(1f));
    LocalOptions config = LocalOptions.standard();
    try (Session session = Session.open(graph, config)) {
      Tensor zeros = Tensors.of(Shape.of(10_000, 4), new float[40_000]);
      session.runner().feed(value, zeros).addTarget(assign).run();
      Variable table = variable(config, "table");
      Buffer before = bufferOf(table);
      run(session, update);
      assertThat(bufferOf(table)).isSameAs(before);
      Tensor held = table.read();
      run(session, update);
      assertThat(bufferOf(table)).isNotSameAs(before);
      assertThat(held.getFloat(12)).isEqualTo(1f);
      held.buffer().release();
    }
  }

  private static Buffer bufferOf(Variable variable) {
    Tensor value = variable.read();
    value.buffer().release();
    return value.buffer();
  }

  @Test
  void missingValueIsExplained() {
    GraphVariable v = ops.withName("v").state.variable(ops.constant(1f));
    Output old =
        ops.withName("old")
            .op("VariableV2")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", Shape.of(2))
            .build()
            .output(0);
    try (Session session = Session.open(graph)) {
      assertThatThrownBy(() -> fetch(session, v))
          .hasMessageContaining("reading resource variable v from Container: localhost")
          .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.FAILED_PRECONDITION));
      assertThatThrownBy(() -> fetch(session, old))
          .hasMessageContaining("Attempting to use uninitialized value old")
          .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.FAILED_PRECONDITION));
    }
  }

  @Test
  void buildingRefusesWhatDoesNotFit() {
    Output v = ops.withName("v").state.varHandleOp(DType.FLOAT32, Shape.of(3, 2));
    assertThatThrownBy(() -> ops.state.readVariableOp(v, DType.INT32))
        .hasMessageContaining("must hold int32, the handle is for one of float32[3,2]");
    assertThatThrownBy(() -> ops.state.assignVariableOp(v, ops.constant(new float[] {1})))
        .hasMessageContaining("must fit the variable, which is [3,2]: value is float32[1]");
    assertThatThrownBy(() -> ops.state.assignAddVariableOp(v, ops.constant(1f)))
        .hasMessageContaining("must have the shape of the variable, [3,2]");
    Output indices = ops.constant(new int[] {0});
    assertThatThrownBy(
            () -> ops.state.resourceScatterAdd(v, indices, ops.constant(new float[] {1, 2})))
        .hasMessageContaining("the variable is [3,2], indices [1], updates [2]");
    Output scalar = ops.state.varHandleOp(DType.FLOAT32, Shape.scalar());
    assertThatThrownBy(() -> ops.state.resourceScatterAdd(scalar, indices, ops.constant(1f)))
        .hasMessageContaining("no rows");
    assertThatThrownBy(
            () ->
                ops.op("Assign").input(ops.constant(1f)).input(ops.constant(2f)).build().output(0))
        .hasMessageContaining("ref must be a reference to a variable");
  }

  /** TensorFlow lets such an update through and writes past the row. */
  @Test
  void updateOfAnotherRowSizeIsRefused() {
    Output v = ops.withName("v").state.varHandleOp(DType.FLOAT32, Shape.unknown());
    Output updates = ops.withName("updates").placeholder(DType.FLOAT32);
    Node assign =
        ops.state.assignVariableOp(v, ops.constant(Tensors.of(Shape.of(2, 2), 1f, 2f, 3f, 4f)));
    Node update = ops.state.resourceScatterUpdate(v, ops.constant(new int[] {1}), updates);
    try (Session session = Session.open(graph)) {
      run(session, assign);
      Runner runner =
          session.runner().feed(updates, Tensors.of(Shape.of(1, 3), 1f, 2f, 3f)).addTarget(update);
      assertThatThrownBy(runner::run)
          .hasMessageContaining("the variable is [2,2], indices [1], updates [1,3]");
    }
  }

  /** What is known of a handle when the graph is built holds when it runs. */
  @Test
  void handleKeepsItsPromise() {
    Output any = ops.withName("any").state.varHandleOp(DType.FLOAT32, Shape.unknown(), "", "v");
    Output pair = ops.withName("pair").state.varHandleOp(DType.FLOAT32, Shape.of(2), "", "v");
    Node assign = ops.state.assignVariableOp(any, ops.constant(new float[] {1, 2, 3}));
    Output read = ops.state.readVariableOp(pair, DType.FLOAT32);
    assertThat(read.shape()).isEqualTo(Shape.of(2));
    try (Session session = Session.open(graph)) {
      run(session, assign);
      assertThatThrownBy(() -> fetch(session, read))
          .hasMessageContaining("variable v has a value float32[3], its handle promises [2]");
    }
  }

  @Test
  void anonymousVariableLivesForAStep() {
    String anonymous = "cd2c89b7-88b7-44c8-ad83-06c2a9158347";
    Output v = ops.state.varHandleOp(DType.INT32, Shape.scalar(), "", anonymous);
    Output w = ops.state.varHandleOp(DType.INT32, Shape.scalar(), "", anonymous);
    Node assign = ops.state.assignVariableOp(v, ops.constant(3));
    Ops after = ops.withControlDependencies(assign);
    Output same = after.state.readVariableOp(v, DType.INT32);
    Output other = after.state.varIsInitializedOp(w);
    Output later = ops.state.varIsInitializedOp(v);
    try (Session session = Session.open(graph)) {
      List<Tensor> seen = session.runner().fetch(same).fetch(other).run();
      assertThat(seen.get(0).getInt(0)).isEqualTo(3);
      assertThat(seen.get(1).getBoolean(0)).isFalse();
      assertThat(fetch(session, later).getBoolean(0)).isFalse();
    }
  }

  @Test
  void variableStaysWhereItIsPlaced() {
    Ops second = ops.withDevice("/device:CPU:1");
    GraphVariable v = second.withName("v").state.variable(ops.constant(1f));
    Node add = v.assignAdd(ops.constant(2f));
    Output sum = ops.withDevice("/device:CPU:0").math.add(v, ops.constant(0.5f));
    Output reference =
        second
            .withName("r")
            .op("VariableV2")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", Shape.scalar())
            .build()
            .output(0);
    Output init = second.op("Assign").input(reference).input(ops.constant(4f)).build().output(0);
    Output read = ops.withDevice("/device:CPU:0").math.add(reference, ops.constant(0.5f));
    LocalOptions config = LocalOptions.builder().cpus(2).build();
    try (Session session = Session.open(graph, config)) {
      run(session, v.initializer());
      run(session, add);
      run(session, init.node());
      assertThat(fetch(session, sum).getFloat(0)).isEqualTo(3.5f);
      assertThat(fetch(session, read).getFloat(0)).isEqualTo(4.5f);
      assertThat(config.devices().get(0).resources().find("localhost", "v", Variable.class))
          .isNull();
      assertThat(config.devices().get(1).resources().find("localhost", "v", Variable.class))
          .isNotNull();
    }
  }

  @Test
  void functionUsesTheVariableItIsGiven() {
    GraphVariable v = ops.withName("v").state.variable(ops.constant(1f));
    var body =
        ops.function(
            "add",
            List.of(DType.RESOURCE, DType.FLOAT32),
            (inner, x) -> {
              Node add = inner.state.assignAddVariableOp(x.get(0), x.get(1));
              return List.of(
                  inner.withControlDependencies(add).state.readVariableOp(x.get(0), DType.FLOAT32));
            });
    Output result = ops.control.statefulCall(body, List.of(v.handle(), ops.constant(5f))).get(0);
    try (Session session = Session.open(graph)) {
      run(session, v.initializer());
      assertThat(fetch(session, result).getFloat(0)).isEqualTo(6f);
      assertThat(fetch(session, result).getFloat(0)).isEqualTo(11f);
    }
  }
}
