package dev.weir.cluster.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.CapturedLog;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How often the log reports refused connections. */
final class TestRefusalLog {
  private final AtomicLong now = new AtomicLong();
  private final RefusalLog refusals = new RefusalLog(now::get);

  private void add(int port, String why) {
    refusals.add("RunStep", new InetSocketAddress("127.0.0.1", port), why);
  }

  @Test
  void aRepeatedRefusalIsLoggedOnceAMinute() {
    try (CapturedLog log = new CapturedLog()) {
      for (int port = 1; port <= 1000; port++) {
        add(port, "the caller presents no token");
      }
      add(1, "another reason; this\nwith a second line");
      add(1, "another reason; that");
      assertThat(log.lines()).hasSize(2);
      assertThat(log.lines().get(0))
          .startsWith("RunStep from ")
          .endsWith("127.0.0.1:1 refused: the caller presents no token");
      assertThat(log.lines().get(1)).endsWith("refused: another reason; this");

      now.addAndGet(Duration.ofMinutes(1).toNanos());
      add(7, "the caller presents no token");
      assertThat(log.lines()).hasSize(3);
      assertThat(log.lines().get(2))
          .endsWith("the caller presents no token (and 999 times before)");
    }
  }

  @Test
  void othersAreToldOfAtOnce() {
    try (CapturedLog log = new CapturedLog()) {
      refusals.add("a stream", new InetSocketAddress("127.0.0.1", 1), "why");
      refusals.add("a stream", new InetSocketAddress("127.0.0.2", 1), "why");
      refusals.add("a stream", null, "why");
      assertThat(log.lines()).hasSize(3);
    }
  }
}
