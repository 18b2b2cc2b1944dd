package dev.weir.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions on a cluster of real servers in this process. */
@Timeout(60)
final class TestLocalCluster {
  @Test
  void computesOnSeveralTasks() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(2));
    Output there = ops.withDevice("/job:ps/task:0").math.add(x, x);
    Output y = ops.withDevice("/job:worker/task:0").math.mul(there, x);
    try (LocalCluster cluster = LocalCluster.start(Map.of("ps", 1, "worker", 1));
        Session session = Session.connect(cluster.target("worker", 0), graph)) {
      for (int i = 0; i < 3; i++) {
        Tensor got = session.runner().feed(x, Tensors.vector(1f, 3f)).run(y);
        assertThat(got).hasToString(Tensors.vector(2f, 18f).toString());
      }
      assertThat(cluster.server("ps", 0).drain(Duration.ofSeconds(5))).isTrue();
    }
  }

  @Test
  void tasksThatAreFilteredOutNeedNotBeThere() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output there = ops.withDevice("/job:ps/task:0").constant(3f);
    Output y = ops.withDevice("/job:worker/task:0").math.square(there);
    Output gone = ops.withDevice("/job:worker/task:1").math.square(there);
    ClusterOptions config = ClusterOptions.builder().deviceFilters(List.of("/job:ps")).build();
    try (LocalCluster cluster = LocalCluster.start(Map.of("ps", 1, "worker", 2))) {
      cluster.stop("worker", 1);
      try (Session session = Session.connect(cluster.target("worker", 0), graph, config)) {
        assertThat(session.run(y).getFloat(0)).isEqualTo(9);
        assertThatThrownBy(() -> session.runner().fetch(gone).run())
            .hasMessageContaining("/job:worker/task:1");
      }
    }
  }

  @Test
  void graphGrowsBetweenRuns() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph).withDevice("/job:ps/task:0");
    GraphFunction twice =
        ops.function(
            "twice", List.of(DType.FLOAT32), (in, x) -> List.of(in.math.add(x.get(0), x.get(0))));
    Output one = ops.control.call(twice, List.of(ops.constant(1f))).get(0);
    try (LocalCluster cluster = LocalCluster.start(Map.of("ps", 1, "worker", 1));
        Session session = Session.connect(cluster.target("worker", 0), graph)) {
      assertThat(session.run(one).getFloat(0)).isEqualTo(2);
      Output more = ops.control.call(twice, List.of(one)).get(0);
      assertThat(session.run(more).getFloat(0)).isEqualTo(4);
    }
  }

  @Test
  void loopMustBeClosedBeforeItIsSent() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output enter = ops.control.enter(ops.constant(1f), "loop");
    Node merge =
        graph.node("Merge", "start").inputList(List.of(enter, enter)).openBackEdge().build();
    Output other = ops.constant(3f);
    try (LocalCluster cluster = LocalCluster.start(Map.of("worker", 1));
        Session session = Session.connect(cluster.target("worker", 0), graph)) {
      graph.connectBackEdge(merge, 1, ops.control.nextIteration(merge.output(0)));
      assertThatThrownBy(() -> session.runner().fetch(other).run())
          .hasMessageContaining("the master got it before its loop was closed");
    }
  }
}
