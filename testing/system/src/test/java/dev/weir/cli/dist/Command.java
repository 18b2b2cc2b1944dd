package dev.weir.cli.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process that a test waits for. */
final class Command {
  private Command() {}

  /** Runs a command in a folder until it ends with exit code 0, and returns what it printed. */
  static String run(
      Path folder, Duration limit, Map<String, String> environment, List<String> words)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      String printed = Files.readString(output);
      assertThat(ended).as("%s ends within %s:\n%s", words, limit, printed).isTrue();
      assertThat(process.exitValue()).as("%s:\n%s", words, printed).isZero();
      return printed;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
