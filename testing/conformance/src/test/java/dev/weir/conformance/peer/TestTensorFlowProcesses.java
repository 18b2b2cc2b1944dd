package dev.weir.conformance.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That no TensorFlow server is left behind, and that one which cannot start says why. */
@Timeout(120)
final class TestTensorFlowProcesses {
  @Test
  void closedServerIsGone() {
    String cluster = ClusterAddresses.find(1, 0).text().split(";", -1)[0];
    TensorFlowServer server = TensorFlowServer.start("ps", 0, cluster);
    try (server) {
      server.awaitReady();
      assertThat(server.process().isAlive()).isTrue();
    }
    assertThat(server.process().isAlive()).isFalse();
    assertThat(ProcessHandle.of(server.process().pid())).isEmpty();
  }

  @Test
  void serverDiesWithItsParent() throws Exception {
    String said;
    try (JavaProcess parent =
        JavaProcess.start(
            "parent", List.of(), List.of(AbandoningParent.class.getName()), "ABANDONED ")) {
      said = parent.awaitReady(Duration.ofMinutes(1));
    }
    long pid = Long.parseLong(said.substring("ABANDONED ".length()));
    Optional<ProcessHandle> server = ProcessHandle.of(pid);
    if (server.isPresent()) {
      server.get().onExit().get(20, TimeUnit.SECONDS);
    }
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void serverThatCannotStartSaysWhy() {
    TensorFlowServer server = TensorFlowServer.start("worker", 0, "ps=127.0.0.1:1");
    assertThatThrownBy(server::awaitReady)
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
        .hasMessageContaining("/job:worker/task:0 has ended before it was ready")
        .hasMessageContaining("\"worker\" was not defined in cluster");
    assertThat(server.process().isAlive()).isFalse();
  }

  @Test
  void freePortsDiffer() {
    assertThat(FreePorts.find(20)).doesNotHaveDuplicates().hasSize(20);
  }
}
