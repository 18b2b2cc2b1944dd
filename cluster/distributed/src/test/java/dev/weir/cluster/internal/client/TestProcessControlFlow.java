package dev.weir.cluster.internal.client;

import dev.weir.cluster.TaskId;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Loops and conditionals split over three processes. */
@Tag("cluster")
final class TestProcessControlFlow extends ControlFlowContract {
  private static ProcessCluster cluster;

  @BeforeAll
  static void startCluster() {
    cluster =
        ProcessCluster.start(
            List.of(new TaskId("ps", 0), new TaskId("worker", 0), new TaskId("worker", 1)));
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @Override
  String target() {
    return cluster.target("worker", 0);
  }

  @Override
  int seeds() {
    return 3;
  }
}
