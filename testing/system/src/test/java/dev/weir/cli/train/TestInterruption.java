package dev.weir.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.CheckpointFolder;
import dev.weir.checkpoint.Checkpoints;
import dev.weir.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A real process is told to end while it trains. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class TestInterruption {
  @TempDir Path folder;

  private Process start(String... more) throws IOException {
    List<String> command = new ArrayList<>();
    // a process started in the background of a script would not hear Ctrl-C
    command.addAll(List.of("env", "--default-signal=INT"));
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "--add-modules=jdk.incubator.vector",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Main.class.getName(),
            "train",
            "digits",
            "--quick",
            "--batch=8",
            "--out=" + folder.resolve("run")));
    command.addAll(List.of(more));
    return new ProcessBuilder(command).redirectOutput(folder.resolve("out").toFile()).start();
  }

  @Test
  void ctrlCSavesAndTheSameCommandGoesOn() throws Exception {
    Process training = start("--epochs=40", "--json");
    List<String> said = new ArrayList<>();
    try (BufferedReader lines = training.errorReader(StandardCharsets.UTF_8)) {
      String line = lines.readLine();
      while (line != null && !line.contains("steps/s")) {
        said.add(line);
        line = lines.readLine();
      }
      assertThat(line).as("said %s", said).isNotNull();
      Process kill = new ProcessBuilder("kill", "-INT", String.valueOf(training.pid())).start();
      assertThat(kill.waitFor()).isZero();
      lines.lines().forEach(said::add);
    } finally {
      training.destroyForcibly();
    }
    assertThat(training.waitFor()).as("said %s", said).isEqualTo(130);
    assertThat(said.getLast()).contains("stopped after step").contains("goes on from there");
    assertThat(Files.readString(folder.resolve("out"))).contains("\"CANCELLED\"");
    Path last =
        new CheckpointFolder(folder.resolve("run").resolve("checkpoints")).latest().orElseThrow();
    assertThat(said.getLast()).contains(last.getFileName() + " has");
    assertThat(Checkpoints.load(last)).containsKey("conv2d/kernel");
  }
}
