package dev.weir.cluster.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.CallableStep;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.TracedRun;
import dev.weir.runtime.place.Placement;
import dev.weir.runtime.trace.StepTrace;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where a session places nodes, explained and learned, wherever it runs. */
@Timeout(60)
abstract class PlacementContract {
  private static final String PS = SessionContract.PS;
  private static final String WORKER = SessionContract.WORKER;
  private static final String OTHER = SessionContract.OTHER;
  private static final RunOptions BOUNDED = SessionContract.BOUNDED;

  final Graph graph = new Graph();
  final Ops ops = Ops.create(graph);

  /** A session over the graph. */
  abstract Session open();

  @Test
  void placementIsExplained() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(2));
    Output doubled = ops.withName("doubled").withDevice(PS).math.add(x, x);
    Output sum = ops.withDevice(WORKER).math.add(doubled, x);
    try (Session session = open()) {
      Placement placement =
          session.runner().feed(x, Tensors.vector(0f, 0f)).fetch(sum).explainPlacement();
      assertThat(placement.decisions())
          .anySatisfy(
              decision -> {
                assertThat(decision.node()).isEqualTo("doubled");
                assertThat(decision.device()).isEqualTo("/job:ps/replica:0/task:0/device:CPU:0");
                assertThat(decision.reason()).contains("asked for");
              });
    }
  }

  /** Two nodes on any worker that take long, which cannot be known before they run. */
  private Output twoSlowNodes() {
    Output vector = ops.withName("vector").placeholder(DType.FLOAT32);
    Output start = ops.withDevice(WORKER).math.neg(vector);
    Ops workers = ops.withDevice("/job:worker");
    Output left = workers.withName("left").math.tanh(start);
    Output right = workers.withName("right").math.sin(start);
    return ops.withName("both").withDevice(WORKER).math.add(left, right);
  }

  private static Runner feedVector(Session session) {
    return session
        .runner()
        .options(BOUNDED)
        .feed("vector", Tensors.zeros(DType.FLOAT32, Shape.of(500_000)));
  }

  private static Set<String> devicesOfSlowNodes(TracedRun run) {
    return run.trace().nodes().stream()
        .filter(node -> Set.of("left", "right").contains(node.node()))
        .map(StepTrace.NodeRun::device)
        .collect(Collectors.toSet());
  }

  @Test
  void tracedRunTeachesThePlacerWhatNodesCost() {
    Output both = twoSlowNodes();
    try (Session session = open()) {
      Runner runner = feedVector(session).fetch(both);
      // without sizes, a transfer is estimated to take longer than the node
      assertThat(devicesOfSlowNodes(runner.runTraced())).hasSize(1);
      until(() -> devicesOfSlowNodes(runner.runTraced()).size() == 2);
    }
  }

  private static Set<String> devicesOfSlowNodes(Placement placement) {
    return placement.decisions().stream()
        .filter(decision -> Set.of("left", "right").contains(decision.node()))
        .map(Placement.Decision::device)
        .collect(Collectors.toSet());
  }

  @Test
  void firstRunsAreSampledAndTheStepIsPlacedAgain() {
    Output both = twoSlowNodes();
    try (Session session = open();
        CallableStep step =
            session.callable(List.of(graph.output("vector")), List.of(both), List.of(), BOUNDED)) {
      Tensor zeros = Tensors.zeros(DType.FLOAT32, Shape.of(500_000));
      Runner runner = feedVector(session).fetch(both);
      assertThat(devicesOfSlowNodes(runner.explainPlacement())).hasSize(1);
      for (int i = 0; i < 4; i++) { // one to warm up, three samples
        assertThat(step.run(zeros).get(both).getFloat(0)).isZero();
      }
      until(() -> devicesOfSlowNodes(runner.explainPlacement()).size() == 2);
      assertThat(step.run(zeros).get(both).getFloat(0)).isZero();
    }
  }

  @Test
  void explanationKnowsWhereStateIs() {
    Node variable =
        graph
            .node("VarHandleOp", "somewhere")
            .device("/job:worker")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", AttrValue.of(Shape.scalar()))
            .build();
    Output handle = variable.output(0);
    Node assign =
        graph
            .node("AssignVariableOp", "assign")
            .input(handle)
            .input(ops.constant(1f))
            .device(OTHER)
            .attr("dtype", DType.FLOAT32)
            .build();
    Node read =
        graph.node("ReadVariableOp", "read").input(handle).attr("dtype", DType.FLOAT32).build();
    try (Session session = open()) {
      session.runner().addTarget(assign).run();
      Placement placement = session.runner().fetch(read).explainPlacement();
      assertThat(placement.decisions())
          .anySatisfy(
              decision -> {
                assertThat(decision.node()).isEqualTo("somewhere");
                assertThat(decision.device()).startsWith("/job:worker/replica:0/task:1");
                assertThat(decision.reason()).contains("since an earlier step");
              });
    }
  }

  private static void until(BooleanSupplier holds) {
    for (int i = 0; i < 100; i++) { // a master registers a step anew beside the next runs
      if (holds.getAsBoolean()) {
        return;
      }
    }
    fail("not so after 100 attempts");
  }
}
