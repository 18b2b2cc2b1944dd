package dev.weir.cluster.internal.client;

import dev.weir.cluster.server.LocalCluster;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Control flow over tasks of two devices each: the master cuts by task, and each task cuts its part
 * by device, also loops whose condition is on another task.
 */
final class TestDevicesControlFlow extends ControlFlowContract {
  private static LocalCluster cluster;

  @BeforeAll
  static void startCluster() {
    cluster = LocalCluster.start(Map.of("ps", 1, "worker", 2), options -> options.devices(2));
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
    return Integer.getInteger("weir.seeds", 60);
  }

  @Override
  List<String> places() {
    return List.of(
        "",
        "/job:ps/task:0/device:CPU:0",
        "/job:ps/task:0/device:CPU:1",
        "/job:worker/task:0/device:CPU:1",
        "/job:worker/task:1/device:CPU:0",
        "/job:worker/task:1/device:CPU:1");
  }
}
