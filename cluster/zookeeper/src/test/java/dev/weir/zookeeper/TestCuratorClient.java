package dev.weir.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.Optional;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What Curator does with requests whose connection is lost. */
@Timeout(300)
final class TestCuratorClient {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int ROUND_TRIPS = 100;

  @Test
  void deletionThatFailedIsNotRepeatedLater() throws Exception {
    try (TestingServer server = new TestingServer();
        CuratorClient client = connect(server)) {
      assertThat(client.create("/weir/x", new byte[] {1})).isTrue();
      server.stop();
      assertThatThrownBy(() -> client.delete("/weir/x", 0))
          .isInstanceOfSatisfying(
              WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
      server.restart();
      assertThat(readAgain(client)).isPresent();
      for (int i = 0; i < ROUND_TRIPS; i++) { // what Curator does in the background comes between
        assertThat(client.create("/weir/y/" + i, new byte[0])).isTrue();
      }
      assertThat(client.read("/weir/x")).isPresent();
    }
  }

  private static CuratorClient connect(TestingServer server) {
    String description = "zk://" + server.getConnectString() + "/weir/x?ps=1&lease-seconds=60";
    return CuratorClient.connect(ZooKeeperAddress.parse(description), LIMIT);
  }

  /** Reads as soon as the server answers again. */
  private static Optional<ZooKeeperClient.Node> readAgain(CuratorClient client) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      try {
        return client.read("/weir/x");
      } catch (WeirException e) {
        assertThat(System.nanoTime()).as("%s", e).isLessThan(end);
      }
    }
  }
}
