package dev.weir.cli.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A project outside of this build, with a POM of its own, uses Weir as a library. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(300)
final class TestStandaloneProject {
  private static final Duration LIMIT = Duration.ofSeconds(240);

  @TempDir private Path folder;

  @Test
  void compilesAndTrains() throws Exception {
    Built built = Built.packaged();
    Path repository = folder.resolve("repository");
    built.installInto(repository);
    Path project = folder.resolve("project");
    copy(built.root().resolve("examples/standalone"), project);
    String printed =
        Command.run(
            project,
            LIMIT,
            Map.of(),
            List.of(
                maven(),
                "-B",
                "-q",
                "-ntp",
                "-Dmaven.repo.local=" + repository,
                "compile",
                "exec:exec"));
    assertThat(printed).contains("accuracy 0.9", "center is inside: true");
  }

  /** The Maven that runs this test. */
  private static String maven() {
    Path program = Path.of(System.getProperty("maven.home", ""), "bin", "mvn");
    return Files.isExecutable(program) ? program.toString() : "mvn";
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(each -> !each.startsWith(from.resolve("target"))).toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }
}
