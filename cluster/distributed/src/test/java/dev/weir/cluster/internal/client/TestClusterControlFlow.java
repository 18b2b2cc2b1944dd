package dev.weir.cluster.internal.client;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.server.LocalCluster;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Loops and conditionals split over three tasks in this process. */
final class TestClusterControlFlow extends ControlFlowContract {
  private static LocalCluster cluster;

  @BeforeAll
  static void startCluster() {
    cluster = LocalCluster.start(Map.of("ps", 1, "worker", 2));
  }

  @AfterAll
  static void stopCluster() {
    for (TaskId task : cluster.spec().tasks()) {
      Eventually.is(
          Duration.ofSeconds(10),
          () -> cluster.server(task.job(), task.index()).worker().knownSteps() == 0);
    }
    cluster.close();
  }

  @Override
  String target() {
    return cluster.target("worker", 0);
  }

  @Override
  int seeds() {
    return Integer.getInteger("weir.seeds", 10);
  }
}
