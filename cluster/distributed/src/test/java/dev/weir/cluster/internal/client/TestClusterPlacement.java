package dev.weir.cluster.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cluster.server.LocalCluster;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.Session;
import dev.weir.runtime.TracedRun;
import dev.weir.runtime.trace.StepTrace;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On which tasks nodes run, as the trace of a step has it and as it was explained before. */
@Timeout(60)
final class TestClusterPlacement {
  private static final String PS = "/job:ps/replica:0/task:0/device:CPU:0";
  private static final String WORKER = "/job:worker/replica:0/task:0/device:CPU:0";
  private static final String OTHER = "/job:worker/replica:0/task:1/device:CPU:0";

  private static LocalCluster cluster;

  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.scalar());

  @BeforeAll
  static void startCluster() {
    cluster = LocalCluster.start(Map.of("ps", 1, "worker", 2));
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  /** Where a node ran in a session through {@code worker}, which is where it was said to run. */
  private String placeOf(String node, int worker, Output fetch) {
    try (Session session = Session.connect(cluster.target("worker", worker), graph)) {
      TracedRun run = session.runner().feed(x, Tensors.scalar(1f)).fetch(fetch).runTraced();
      String ran =
          run.trace().nodes().stream()
              .filter(each -> each.node().equals(node))
              .map(StepTrace.NodeRun::device)
              .findFirst()
              .orElseThrow();
      assertThat(
              session
                  .runner()
                  .feed(x, Tensors.scalar(1f))
                  .fetch(fetch)
                  .explainPlacement()
                  .decisions())
          .anySatisfy(
              decision -> {
                assertThat(decision.node()).isEqualTo(node);
                assertThat(decision.device()).isEqualTo(ran);
              });
      return ran;
    }
  }

  @Test
  void nodesThatAskForNothingGoToTheMastersTask() {
    Output y = ops.withName("y").math.neg(ops.withDevice("/job:ps").math.square(x));
    assertThat(placeOf("y", 0, y)).isEqualTo(WORKER);
    assertThat(placeOf("y", 1, y)).isEqualTo(OTHER);
  }

  @Test
  void partOfANameIsEnough() {
    Output job = ops.withName("job").withDevice("/job:ps").math.neg(x);
    Output task = ops.withName("task").withDevice("/task:1").math.square(job);
    Output device = ops.withName("device").withDevice("/job:worker/task:1/cpu:0").math.neg(task);
    assertThat(placeOf("job", 0, job)).isEqualTo(PS);
    assertThat(placeOf("task", 0, task)).isEqualTo(OTHER);
    assertThat(placeOf("device", 0, device)).isEqualTo(OTHER);
  }

  @Test
  void colocatedNodesGoTogether() {
    Output y = ops.withDevice("/job:ps").math.neg(x);
    Output z = ops.withName("z").colocateWith(y).math.neg(ops.math.square(y));
    assertThat(placeOf("z", 0, z)).isEqualTo(PS);
  }

  @Test
  void readsAndUpdatesAreWhereTheirVariableIs() {
    GraphVariable variable =
        ops.withName("v").withDevice("/job:ps").state.variable(ops.constant(1f));
    Output read = variable.read();
    try (Session session = Session.connect(cluster.target("worker", 0), graph)) {
      session.runner().addTarget(variable.initializer()).run();
    }
    assertThat(placeOf(read.node().name(), 1, read)).isEqualTo(PS);
  }

  @Test
  void constantIsNextToItsUser() {
    Output constant = ops.withName("constant").constant(2f);
    Output y = ops.withName("y").withDevice("/job:worker/task:1").math.mul(x, constant);
    assertThat(placeOf("constant", 0, y)).isEqualTo(OTHER);
  }

  @Test
  void missingDeviceIsRefusedWithAListOfDevices() {
    Output far = ops.withName("far").withDevice("/job:evaluator/task:3").math.neg(x);
    try (Session session = Session.connect(cluster.target("worker", 0), graph)) {
      assertThatThrownBy(() -> session.runner().feed(x, Tensors.scalar(1f)).fetch(far).run())
          .isInstanceOfSatisfying(
              WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
          .hasMessageContaining("Cannot assign a device for operation far")
          .hasMessageContaining(PS + ": is not /job:evaluator/task:3")
          .hasMessageContaining(WORKER + ": is not")
          .hasMessageContaining(OTHER + ": is not")
          .hasMessageContaining("built at TestClusterPlacement.java:");
    }
  }

  @Test
  void softPlacementStaysOnTheTask() {
    Output soft = ops.withName("soft").withDevice("/job:ps/task:0/device:GPU:2").math.neg(x);
    ClusterOptions config = ClusterOptions.builder().softPlacement(true).build();
    try (Session session = Session.connect(cluster.target("worker", 0), graph, config)) {
      TracedRun run = session.runner().feed(x, Tensors.scalar(1f)).fetch(soft).runTraced();
      assertThat(run.fetched().get(0).getFloat(0)).isEqualTo(-1);
      assertThat(run.trace().nodes())
          .anySatisfy(
              node -> {
                assertThat(node.node()).isEqualTo("soft");
                assertThat(node.device()).isEqualTo(PS);
              });
    }
    try (Session session = Session.connect(cluster.target("worker", 0), graph)) {
      assertThatThrownBy(() -> session.runner().feed(x, Tensors.scalar(1f)).fetch(soft).run())
          .hasMessageContaining("soft placement is off");
    }
  }
}
