package dev.weir.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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

  private static Path found(String tool) throws IOException {
    for (String room : List.of("/bin", "/usr/bin")) {
      if (Files.isExecutable(Path.of(room, tool))) {
        return Path.of(room, tool);
      }
    }
    throw new IOException("there is no " + tool);
  }
}
