package dev.weir.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** However a launcher ends, nothing of its cluster is left; launchers are real processes here. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
final class TestLauncherEnds {
  private static final Duration SOON = Duration.ofSeconds(120);

  @TempDir Path folder;
  private final Lines lines = new Lines();
  private final List<Process> launchers = new ArrayList<>();

  @AfterEach
  void leaveNothing() {
    launchers.forEach(Process::destroyForcibly);
  }

  private Process start(String... arguments) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(JavaCommand.of(FakeLauncher.class.getName(), Arrays.asList(arguments)));
    Process launcher = builder.start();
    launchers.add(launcher);
    LinePump.start("out", launcher.getInputStream(), lines::add);
    LinePump.start("err", launcher.getErrorStream(), lines::add);
    return launcher;
  }

  /** The launcher's children and theirs, once all have said that they are there. */
  private List<ProcessHandle> family(Process launcher, String... said) throws InterruptedException {
    for (String line : said) {
      lines.await(line::equals);
    }
    List<ProcessHandle> family = launcher.descendants().toList();
    assertThat(family).hasSizeGreaterThanOrEqualTo(said.length);
    return family;
  }

  /** The file with the token, which worker 0 has named. */
  private Path token() throws InterruptedException {
    String prefix = "worker/0 | /";
    String line = lines.await(each -> each.startsWith(prefix));
    Path token = Path.of(line.substring(prefix.length() - 1));
    assertThat(token).exists();
    return token;
  }

  private static void signal(String signal, Process launcher) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + signal, String.valueOf(launcher.pid())).start();
    assertThat(kill.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(kill.exitValue()).isZero();
  }

  private static void assertEnded(List<ProcessHandle> family) throws InterruptedException {
    assertThat(Processes.awaitEnd(family, SOON)).isEmpty();
  }

  @Test
  void withItsProgram() throws Exception {
    Path sign = folder.resolve("sign");
    String script =
        "echo up; until [ {task} = 1 ] && [ -e " + sign + " ]; do sleep 0.1; done; exit 6";
    Process launcher = start("1", "2", "60000", "sh", "-c", script);
    List<ProcessHandle> family =
        family(launcher, "ps/0 | serving ps 0", "worker/0 | up", "worker/1 | up");
    Files.createFile(sign);
    assertThat(launcher.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(launcher.exitValue()).isEqualTo(6);
    assertThat(family).noneMatch(MarkedProcesses::isRunning);
  }

  @Test
  void onSigterm() throws Exception {
    Process launcher =
        start(
            "1",
            "1",
            "60000",
            "sh",
            "-c",
            "trap 'echo bye; exit 0' TERM; echo $WEIR_TOKEN_FILE; echo up; sleep 600& wait");
    List<ProcessHandle> family = family(launcher, "ps/0 | serving ps 0", "worker/0 | up");
    Path token = token();
    signal("TERM", launcher);
    assertThat(launcher.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(launcher.exitValue()).isEqualTo(143);
    assertThat(family).noneMatch(MarkedProcesses::isRunning);
    assertThat(token).doesNotExist();
    lines.await("worker/0 | bye"::equals);
  }

  @Test
  void onSigtermWhenItsProgramDoesNotListen() throws Exception {
    Process launcher =
        start("1", "1", "300", "sh", "-c", "trap '' TERM; echo up; sleep 600; sleep 600");
    List<ProcessHandle> family = family(launcher, "ps/0 | serving ps 0", "worker/0 | up");
    signal("TERM", launcher);
    assertThat(launcher.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(family).noneMatch(MarkedProcesses::isRunning);
  }

  @Test
  void onSigkill() throws Exception {
    String script = "echo $WEIR_TOKEN_FILE; echo up; sleep 601 & exec sleep 600";
    Process launcher = start("1", "1", "60000", "sh", "-c", script);
    List<ProcessHandle> family = family(launcher, "ps/0 | serving ps 0", "worker/0 | up");
    Path token = token();
    assertThat(family).hasSizeGreaterThanOrEqualTo(3);
    signal("KILL", launcher);
    assertThat(launcher.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertEnded(family);
    assertThat(token).as("deleted by the server, which notices").doesNotExist();
  }

  @Test
  void serversAloneStayUntilStopped() throws Exception {
    Process launcher = start("1", "1", "60000");
    List<ProcessHandle> family =
        family(launcher, "ps/0 | serving ps 0", "worker/0 | serving worker 0");
    String target = lines.await(line -> line.startsWith("weir: target"));
    assertThat(target).matches("weir: target {2}grpc://127.0.0.1:\\d+; Ctrl-C stops it");
    assertThat(launcher.isAlive()).isTrue();
    signal("TERM", launcher);
    assertThat(launcher.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertEnded(family);
  }
}
