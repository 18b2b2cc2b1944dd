package dev.weir.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX) // for prlimit
@Timeout(300)
final class TestParentWatch {
  private final Lines lines = new Lines();
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void leaveNothing() {
    started.forEach(Process::destroyForcibly);
  }

  private Process start(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).start();
    started.add(process);
    return process;
  }

  /** A task that watches this process, or another one. */
  private Process startTask(long watched) throws Exception {
    List<String> command = new ArrayList<>(JavaCommand.of(FakeTask.class.getName(), List.of()));
    command.replaceAll(
        option ->
            option.startsWith("-D" + ParentWatch.PROPERTY)
                ? "-D" + ParentWatch.PROPERTY + "=" + watched
                : option);
    Process task = start(command);
    LinePump.start("out", task.getInputStream(), lines::add);
    LinePump.start("err", task.getErrorStream(), lines::add);
    lines.await(line -> line.startsWith("serving"));
    return task;
  }

  /** Leaves a process without a free descriptor while it looks after its launcher a few times. */
  private void exhaustDescriptors(Process process) throws Exception {
    limit(process, "--nofile=3:");
    assertThat(process.waitFor(1500, TimeUnit.MILLISECONDS)).as("ended").isFalse();
    limit(process, "--nofile=256:");
  }

  private void limit(Process process, String limit) throws Exception {
    Process prlimit = start(List.of("prlimit", "--pid", Long.toString(process.pid()), limit));
    assertThat(prlimit.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(prlimit.exitValue()).as("exit code of prlimit, of util-linux").isZero();
  }

  @Test
  void childWithoutDescriptorsStays() throws Exception {
    Process task = startTask(ProcessHandle.current().pid());
    exhaustDescriptors(task);
    assertThat(task.isAlive()).isTrue();
  }

  @Test
  void processWithoutDescriptorsStaysUntilTheWatchedOneEnds() throws Exception {
    Process watched = start(List.of("sleep", "600"));
    Process task = startTask(watched.pid());
    exhaustDescriptors(task);
    watched.destroyForcibly();
    assertThat(task.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(task.exitValue()).isEqualTo(ParentWatch.EXIT_CODE);
  }
}
