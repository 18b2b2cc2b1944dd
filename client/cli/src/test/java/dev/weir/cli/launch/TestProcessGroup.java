package dev.weir.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cli.launch.ProcessGroup.Exit;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(300)
final class TestProcessGroup {
  private static final Duration SOON = Duration.ofSeconds(120);

  private final Lines lines = new Lines();
  private final ProcessGroup group = new ProcessGroup(lines, Duration.ofSeconds(60));

  @AfterEach
  void leaveNothing() {
    group.close();
  }

  private static TaskCommand shell(String name, String script) {
    return new TaskCommand(name, List.of("sh", "-c", script), Map.of("COLOR", "blue"));
  }

  private Exit nextExit() throws InterruptedException {
    return group.nextExit(SOON).orElseThrow();
  }

  private static boolean isRunning(long pid) {
    return ProcessHandle.of(pid).filter(MarkedProcesses::isRunning).isPresent();
  }

  @Test
  void bothStreamsArriveByLines() throws InterruptedException {
    group.start(shell("a/0", "printf \"one\\r\\n\\ntwo $COLOR\"; echo wrong >&2; exit 3"));
    assertThat(nextExit()).isEqualTo(new Exit("a/0", 3));
    assertThat(lines.all())
        .containsExactlyInAnyOrder("a/0 OUT one", "a/0 OUT ", "a/0 OUT two blue", "a/0 ERR wrong");
    assertThat(group.lastLines("a/0")).hasSize(4).contains("wrong");
  }

  @Test
  void endlessLinesArriveInPieces() throws InterruptedException {
    group.start(shell("a/0", "head -c 40000 /dev/zero | tr '\\0' x"));
    assertThat(nextExit().code()).isZero();
    assertThat(lines.all().stream().map(line -> line.length() - "a/0 OUT ".length()))
        .containsExactly(LinePump.LONGEST, LinePump.LONGEST, 40_000 - 2 * LinePump.LONGEST);
  }

  @Test
  void keepsOnlyTheLastLines() throws InterruptedException {
    group.start(shell("a/0", "seq 1000"));
    nextExit();
    assertThat(group.lastLines("a/0")).hasSize(20).startsWith("981").endsWith("1000");
  }

  @Test
  void standardInputIsAtItsEnd() throws InterruptedException {
    group.start(shell("a/0", "cat; echo end"));
    assertThat(nextExit().code()).isZero();
    assertThat(lines.all()).containsExactly("a/0 OUT end");
  }

  @Test
  void killedIsToldAndStartedAgainIsAnotherProcess() throws InterruptedException {
    group.start(shell("a/0", "echo up; exec sleep 600"));
    lines.await("a/0 OUT up"::equals);
    long first = group.pid("a/0");
    group.kill("a/0");
    assertThat(group.isRunning("a/0")).isFalse();
    assertThat(nextExit()).isEqualTo(new Exit("a/0", 128 + 9));
    assertThat(lines.all()).containsExactly("a/0 OUT up");
    group.restart("a/0");
    assertThat(group.pid("a/0")).isNotEqualTo(first);
    assertThat(group.isRunning("a/0")).isTrue();
  }

  @Test
  void oneProcessToAName() {
    group.start(shell("a/0", "exec sleep 600"));
    assertThatThrownBy(() -> group.start(shell("a/0", "true")))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("a/0 runs already, as process " + group.pid("a/0"));
    assertThatThrownBy(() -> group.kill("b/0"))
        .hasMessage("no process is called b/0; there are [a/0]");
  }

  @Test
  void programThatIsNotThere() {
    TaskCommand command = new TaskCommand("a/0", List.of("/no/such/program"), Map.of());
    assertThatThrownBy(() -> group.start(command))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("a/0 cannot run \"/no/such/program\"")
        .hasMessageContaining("No such file");
  }

  @Test
  void stopLetsEndInPeace() throws InterruptedException {
    group.start(shell("a/0", "trap 'echo bye; exit 7' TERM; echo up; sleep 600 & wait"));
    lines.await("a/0 OUT up"::equals);
    group.stop();
    assertThat(nextExit()).isEqualTo(new Exit("a/0", 7));
    assertThat(lines.all()).contains("a/0 OUT bye");
    assertThatThrownBy(() -> group.start(shell("b/0", "true")))
        .hasMessage("b/0 was not started: its group was stopped");
  }

  @Test
  void stopKillsWhatDoesNotListen() throws InterruptedException {
    try (ProcessGroup hasty = new ProcessGroup(lines, Duration.ofMillis(200))) {
      hasty.start(shell("a/0", "trap '' TERM; echo up; sleep 600; sleep 600"));
      lines.await("a/0 OUT up"::equals);
      long begun = System.nanoTime();
      hasty.stop();
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .as("not the minutes that it would sleep")
          .isLessThan(Duration.ofSeconds(300));
      assertThat(hasty.nextExit(SOON)).contains(new Exit("a/0", 128 + 9));
    }
  }

  @Test
  void stopFindsWhatProcessesHaveStarted() throws InterruptedException {
    group.start(shell("a/0", "(sleep 600 & echo $!; exec sleep 601) & echo $!; exec sleep 602"));
    List<Long> pids = startedBy(2);
    assertThat(pids).allMatch(TestProcessGroup::isRunning);
    group.stop();
    assertThat(pids).noneMatch(TestProcessGroup::isRunning);
  }

  @Test
  void whatADeadProcessHasStartedEndsWithIt() throws InterruptedException {
    // the sleeping process has no parent any more when the shell ends
    group.start(shell("a/0", "sleep 600 > /dev/null 2>&1 & echo $!"));
    List<Long> pids = startedBy(1);
    assertThat(nextExit().code()).isZero();
    assertThat(
            Processes.awaitEnd(
                pids.stream().flatMap(pid -> ProcessHandle.of(pid).stream()).toList(), SOON))
        .isEmpty();
  }

  /** The numbers of processes that the task prints. */
  private List<Long> startedBy(int count) throws InterruptedException {
    lines.await(line -> lines.all().size() >= count);
    return lines.all().stream()
        .map(line -> Long.parseLong(line.substring("a/0 OUT ".length())))
        .toList();
  }
}
