package dev.weir.conformance.interop.programs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.server.Server;
import dev.weir.cluster.server.ServerOptions;
import dev.weir.conformance.peer.FreePorts;
import dev.weir.conformance.peer.TensorFlowServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Programs do with a Weir server what they do with TensorFlow's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TestPrograms {
  /** Programs that do something else with Weir, and why. */
  private static final Map<String, String> OPEN =
      Map.of(
          "audio-missing-op", "Weir has no AudioSpectrogram",
          "refused-feed-of-other-shape", "TensorFlow's servers take a feed of any shape");

  private static final int MIN_PROGRAMS = 150;

  private final List<Program> programs =
      Boolean.getBoolean("weir.thorough") ? Programs.all() : Programs.some();
  private @Nullable Outcomes ofTensorFlow;
  private @Nullable Outcomes ofWeir;
  private @Nullable TensorFlowServer server;

  @BeforeAll
  void runAll(@TempDir Path folder) {
    List<Integer> ports = FreePorts.find(2);
    String theirs = "127.0.0.1:" + ports.get(0);
    String ours = "127.0.0.1:" + ports.get(1);
    server = TensorFlowServer.start("worker", 0, "worker=" + theirs).awaitReady();
    CompletableFuture<Outcomes> other =
        CompletableFuture.supplyAsync(() -> Outcomes.run("grpc://" + theirs, programs, folder));
    FixedMembership membership = new FixedMembership(ClusterSpec.parse("worker=" + ours));
    try (Server weir = Server.start(ServerOptions.of(new TaskId("worker", 0), membership))) {
      ofWeir = Outcomes.run("grpc://" + ours, programs, folder);
    }
    ofTensorFlow = other.join();
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void enoughProgramsAreRun() {
    assertThat(programs).hasSizeGreaterThanOrEqualTo(MIN_PROGRAMS);
  }

  @TestFactory
  Stream<DynamicTest> agree() {
    return programs.stream()
        .map(program -> DynamicTest.dynamicTest(program.name(), () -> check(program)));
  }

  private void check(Program program) {
    Outcomes theirs = requireNonNull(ofTensorFlow);
    assertThat(theirs.of(program.name())).as("what TensorFlow does").noneMatch(this::isNoAnswer);
    if (!program.name().startsWith("refused-")) {
      assertThat(theirs.of(program.name()))
          .as("what TensorFlow does")
          .isNotEmpty()
          .allMatch(outcome -> outcome.split("\t", -1)[1].equals("OK"));
    }
    String difference = theirs.difference(requireNonNull(ofWeir), program);
    if (OPEN.containsKey(program.name())) {
      assertThat(difference).as("%s is listed as open", program.name()).isNotNull();
    } else {
      assertThat(difference).as("TensorFlow and Weir").isNull();
    }
  }

  private boolean isNoAnswer(String outcome) {
    return outcome.contains("\tNOT_BUILT") || outcome.contains("\tCRASHED");
  }
}
