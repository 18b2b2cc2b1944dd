package dev.weir.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.launch.Supervisor.Outcome;
import dev.weir.cli.launch.Supervisor.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Timeout(300)
final class TestSupervisor {
  private static final String SIGN = "sign";

  @TempDir Path folder;
  private final Lines lines = new Lines();
  private final List<String> news = new ArrayList<>();
  private String signAfter = "";
  private final ProcessGroup group = new ProcessGroup(lines, Duration.ofSeconds(60));

  @AfterEach
  void leaveNothing() {
    group.close();
  }

  private Supervisor supervisor(int restarts) {
    Restarts quick = new Restarts(restarts, Duration.ofMillis(10), Duration.ofMillis(25));
    return new Supervisor(group, quick, this::note);
  }

  private void note(String line) {
    news.add(line);
    if (line.equals(signAfter)) {
      try {
        Files.createFile(folder.resolve(SIGN));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Runs on until the supervisor has said this. */
  private TaskCommand patient(String name, String awaited, int exitCode) {
    signAfter = awaited;
    return shell(
        name, "until [ -e " + folder.resolve(SIGN) + " ]; do sleep 0.02; done; exit " + exitCode);
  }

  private static TaskCommand shell(String name, String script) {
    return new TaskCommand(name, List.of("sh", "-c", script), Map.of());
  }

  /** Fails so many times and then succeeds. */
  private TaskCommand failing(String name, int times) {
    Path marks = folder.resolve(name.replace('/', '-'));
    return shell(
        name, "echo x >> " + marks + "; [ $(wc -l < " + marks + ") -gt " + times + " ] || exit 4");
  }

  @Test
  void doneWhenAllProgramsAre() throws InterruptedException {
    Supervisor supervisor = supervisor(0);
    supervisor.start(shell("ps/0", "exec sleep 600"), Role.SERVICE);
    supervisor.start(shell("worker/0", "exit 0"), Role.PROGRAM);
    supervisor.start(patient("worker/1", "worker/0 is done", 0), Role.PROGRAM);
    assertThat(supervisor.run()).isEqualTo(Outcome.STOPPED);
    assertThat(news).containsExactly("worker/0 is done", "worker/1 is done");
    assertThat(group.isRunning("ps/0")).isTrue();
  }

  @Test
  void aSupervisorDoesNotWaitForHelpers() throws InterruptedException {
    Supervisor supervisor = supervisor(1);
    String last = "worker/2 ended with exit code 9; the others carry on";
    supervisor.start(patient("worker/0", last, 0), Role.PROGRAM);
    supervisor.start(shell("worker/1", "exec sleep 600"), Role.HELPER);
    supervisor.start(shell("worker/2", "exit 9"), Role.HELPER);
    assertThat(supervisor.run()).isEqualTo(Outcome.STOPPED);
    assertThat(news)
        .containsExactly(
            "worker/2 ended with exit code 9; it is started again in 0.0 s (1 of 1)",
            last,
            "worker/0 is done");
    assertThat(group.isRunning("worker/1")).isTrue();
  }

  @Test
  void onePeerThatEndsWellIsEnough() throws InterruptedException {
    Supervisor supervisor = supervisor(0);
    supervisor.start(shell("worker/0", "exit 9"), Role.PEER);
    String first = "worker/0 ended with exit code 9; the others carry on";
    supervisor.start(patient("worker/1", first, 0), Role.PEER);
    assertThat(supervisor.run()).isEqualTo(Outcome.STOPPED);
    assertThat(news).containsExactly(first, "worker/1 is done");
  }

  @Test
  void peersThatAllFailEndAll() throws InterruptedException {
    Supervisor supervisor = supervisor(0);
    supervisor.start(shell("worker/0", "exit 9"), Role.PEER);
    String first = "worker/0 ended with exit code 9; the others carry on";
    supervisor.start(patient("worker/1", first, 8), Role.PEER);
    assertThat(supervisor.run()).isEqualTo(new Outcome(8, Optional.of("worker/1"), List.of()));
  }

  @Test
  void programThatFailsEndsAll() throws InterruptedException {
    Supervisor supervisor = supervisor(0);
    supervisor.start(shell("worker/0", "exec sleep 600"), Role.PROGRAM);
    supervisor.start(shell("worker/1", "echo why; exit 9"), Role.PROGRAM);
    assertThat(supervisor.run()).isEqualTo(new Outcome(9, Optional.of("worker/1"), List.of("why")));
  }

  @Test
  void serviceMayNotEnd() throws InterruptedException {
    Supervisor supervisor = supervisor(0);
    supervisor.start(shell("worker/0", "exec sleep 600"), Role.PROGRAM);
    supervisor.start(shell("ps/0", "exit 0"), Role.SERVICE);
    assertThat(supervisor.run()).isEqualTo(new Outcome(1, Optional.of("ps/0"), List.of()));
  }

  @Test
  void failedTasksAreStartedAgain() throws InterruptedException {
    Supervisor supervisor = supervisor(3);
    supervisor.start(failing("worker/0", 2), Role.PROGRAM);
    assertThat(supervisor.run()).isEqualTo(Outcome.STOPPED);
    assertThat(news)
        .containsExactly(
            "worker/0 ended with exit code 4; it is started again in 0.0 s (1 of 3)",
            "worker/0 ended with exit code 4; it is started again in 0.0 s (2 of 3)",
            "worker/0 is done");
  }

  @Test
  void restartsAreCountedForEachTask() throws InterruptedException {
    Supervisor supervisor = supervisor(2);
    supervisor.start(failing("worker/0", 2), Role.PROGRAM);
    supervisor.start(failing("worker/1", 3), Role.PROGRAM);
    assertThat(supervisor.run()).isEqualTo(new Outcome(4, Optional.of("worker/1"), List.of()));
  }

  @Test
  void killedServiceComesBack() throws Exception {
    Supervisor supervisor = supervisor(1);
    supervisor.start(shell("ps/0", "echo up; exec sleep 600"), Role.SERVICE);
    CompletableFuture<Outcome> outcome =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return supervisor.run();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    lines.await("ps/0 OUT up"::equals);
    group.kill("ps/0");
    lines.await(line -> lines.all().size() == 2);
    group.stop();
    assertThat(outcome.get(120, TimeUnit.SECONDS)).isEqualTo(Outcome.STOPPED);
  }

  @Test
  void pausesGrow() {
    Restarts restarts = Restarts.atMost(100);
    assertThat(restarts.pauseBefore(1)).isEqualTo(Duration.ofMillis(200));
    assertThat(restarts.pauseBefore(3)).isEqualTo(Duration.ofMillis(800));
    assertThat(restarts.pauseBefore(100)).isEqualTo(Duration.ofSeconds(10));
  }
}
