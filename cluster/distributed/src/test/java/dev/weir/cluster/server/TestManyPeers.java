package dev.weir.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.stream.HybridNetwork;
import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.tensor.memory.CachingAllocator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A network is connected to as many tasks as it may be, and to no more. */
@Timeout(120)
final class TestManyPeers {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final CachingAllocator allocator = new CachingAllocator(1 << 26);

  @Test
  void taskMayBeConnectedToAllTasksOfItsCluster() {
    for (int tasks : List.of(1, 999, 1_001, 5_000, 100_000)) {
      assertThat(Server.mostPeers(tasks)).isGreaterThanOrEqualTo(tasks);
    }
  }

  @Test
  void workerWhoseConnectionMadeRoomForAnotherIsConnectedToAnewWithinTheBound() throws Exception {
    try (LocalCluster cluster =
            LocalCluster.start(Map.of("worker", 2), options -> options.allocator(allocator));
        HybridNetwork network =
            new HybridNetwork(
                GrpcOptions.of(allocator),
                StreamOptions.on(allocator).toBuilder().local(false).build(),
                () -> 1)) {
      List<Server> servers = List.of(cluster.server("worker", 0), cluster.server("worker", 1));
      List<WorkerPort> workers =
          servers.stream().map(server -> network.worker(server.address())).toList();
      for (int round = 0; round < 3; round++) {
        for (WorkerPort worker : workers) { // the first calls find out about streams
          for (int call = 0; call < 5; call++) {
            worker.cleanupGraph(7, LIMIT).get(30, TimeUnit.SECONDS);
          }
        }
      }
      Server first = servers.get(0);
      long end = System.nanoTime() + LIMIT.toNanos();
      while (first.connections() > 0 && System.nanoTime() - end < 0) {
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(first.connections()).as("of the one that made room").isZero();
    }
  }
}
