package dev.weir.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Real processes are told to end. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
final class TestDrainOnShutdown {
  private record End(int code, List<String> said) {}

  private static End end(String how) throws Exception {
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                FakeServer.class.getName(),
                how)
            .redirectErrorStream(true)
            .start();
    try (BufferedReader lines = server.inputReader(StandardCharsets.UTF_8)) {
      assertThat(lines.readLine()).isEqualTo("up");
      server.toHandle().destroy(); // Process.destroy would close its streams
      List<String> said = lines.lines().toList();
      assertThat(server.waitFor(120, TimeUnit.SECONDS)).isTrue();
      return new End(server.exitValue(), said);
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void endsWellAfterTheDrain() throws Exception {
    assertThat(end("well")).isEqualTo(new End(0, List.of("drained")));
  }

  @Test
  void failureIsTold() throws Exception {
    assertThat(end("failing"))
        .isEqualTo(
            new End(1, List.of("weir: shutdown failed: java.lang.IllegalStateException: no way")));
  }

  @Test
  void doesNotWaitForEver() throws Exception {
    assertThat(end("never"))
        .isEqualTo(
            new End(1, List.of("weir: drain timed out after 0 s; running steps were aborted")));
  }
}
