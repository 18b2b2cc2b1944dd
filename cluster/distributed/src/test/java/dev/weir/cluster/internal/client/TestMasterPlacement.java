package dev.weir.cluster.internal.client;

import dev.weir.cluster.server.LocalCluster;
import dev.weir.runtime.Session;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Placement by the master of a cluster of three tasks. */
final class TestMasterPlacement extends PlacementContract {
  private static LocalCluster cluster;

  @BeforeAll
  static void startCluster() {
    cluster = LocalCluster.start(Map.of("ps", 1, "worker", 2));
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @Override
  Session open() {
    return Session.connect(cluster.target("worker", 0), graph);
  }
}
