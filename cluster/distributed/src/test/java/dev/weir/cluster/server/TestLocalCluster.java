package dev.weir.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
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
        Tensor got = session.runner().feed(x, Tensors.vector(1f, 3f)).fetch(y).run().get(0);
        assertThat(got).hasToString(Tensors.vector(2f, 18f).toString());
      }
    }
  }
}
