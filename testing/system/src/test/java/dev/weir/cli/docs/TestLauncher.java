package dev.weir.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code weir}, from any folder and where something is missing. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(300)
final class TestLauncher {
  private static final Duration LIMIT = Duration.ofSeconds(120);

  /** What the script calls besides Java and Maven. */
  private static final List<String> TOOLS =
      List.of("cat", "dirname", "find", "head", "ls", "mkdir", "readlink", "rm", "sed", "touch");

  @TempDir private Path folder;

  private String assertEnds(int code, String... commands) throws Exception {
    try (Shell shell = new Shell(folder)) {
      assertThat(shell.run(List.of(commands), LIMIT)).as(shell.output()).isEqualTo(code);
      return shell.output();
    }
  }

  @Test
  void runsFromAnyFolder() throws Exception {
    String printed =
        assertEnds(
            0,
            "mkdir 'a folder'",
            "cd 'a folder'",
            "../weir --help",
            "../weir run ../examples/basics/first-graph.pbtxt --feed x='[[1, 2, 3]]' --fetch y");
    assertThat(printed).contains("launch", "22.5");
  }

  @Test
  void saysThatAJdkIsMissing() throws Exception {
    assertThat(assertEnds(1, "WEIR_JAVA_HOME=/nowhere ./weir --help"))
        .contains("weir: WEIR_JAVA_HOME is /nowhere, which is not the home of a JDK 25 or newer");
  }

  @Test
  void buildsWhenASourceIsNewer() throws Exception {
    Path tools = Files.createDirectory(folder.resolve("tools"));
    for (String tool : TOOLS) {
      Files.createSymbolicLink(tools.resolve(tool), found(tool));
    }
    Path repository = Files.createDirectory(folder.resolve("repository"));
    Path script = Launcher.in(repository);
    Files.setLastModifiedTime(
        repository.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(3_600)));
    assertThat(assertEnds(1, "PATH='" + tools + "' '" + script + "' --help"))
        .contains("weir: needs Maven (mvn) on the PATH to build itself");
  }

  /** Java would write the cache first when it is interrupted, which takes seconds. */
  @Test
  void interruptEndsTheRunThatMakesTheStartUpCache() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("jdk/bin"));
    Path started = folder.resolve("started");
    Path java =
        Files.writeString(
            bin.resolve("java"), "#!/bin/sh\ntrap '' INT\n: >" + started + "\nexec sleep 60\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    String script =
        ". '"
            + MarkdownBlocks.root().resolve("client/cli/src/main/launcher/launch.sh")
            + "'\n"
            + "java_home=jdk cache=cache modules= class_path=x main=Main rehearsal=\n"
            + "with_lock lock make_cache x\n";
    Process process =
        new ProcessBuilder("/bin/sh", "-c", script).directory(folder.toFile()).inheritIO().start();
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!Files.exists(started)) {
      assertThat(System.nanoTime()).as("the run has begun").isLessThan(end);
      Thread.onSpinWait();
    }
    new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(folder.resolve("lock")).doesNotExist();
  }

  private static Path found(String tool) throws IOException {
    for (String room : List.of("/bin", "/usr/bin")) {
      if (Files.isExecutable(Path.of(room, tool))) {
        return Path.of(room, tool);
      }
    }
    throw new IOException("there is no " + tool);
  }
}
