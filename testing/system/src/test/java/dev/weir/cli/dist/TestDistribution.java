package dev.weir.cli.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The archive, unpacked and started from another folder, without Maven. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(300)
final class TestDistribution {
  private static final Duration LIMIT = Duration.ofSeconds(120);

  /** The JDK of the tests, little compilation, and no program but those of the system. */
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "WEIR_JAVA_HOME",
          System.getProperty("java.home"),
          "WEIR_JAVA_OPTS",
          "-XX:TieredStopAtLevel=1");

  private final Built built = Built.packaged();

  @TempDir private Path folder;
  private Path home = Path.of("");
  private Path elsewhere = Path.of("");

  @BeforeEach
  void unpack() throws Exception {
    elsewhere = Files.createDirectory(folder.resolve("a folder"));
    Command.run(folder, LIMIT, ENVIRONMENT, List.of("tar", "-xzf", built.archive().toString()));
    home = folder.resolve("weir-" + built.version());
  }

  private String weir(String... arguments) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(home.resolve("bin/weir").toString()));
    words.addAll(List.of(arguments));
    return Command.run(elsewhere, LIMIT, ENVIRONMENT, words);
  }

  @Test
  void runsAGraphAndTrains() throws Exception {
    assertThat(weir("--version")).contains("weir " + built.version());
    String graph = home.resolve("examples/basics/first-graph.pbtxt").toString();
    assertThat(weir("run", graph, "--feed", "x=[[1, 2, 3], [-1, -2, -3]]", "--fetch", "y"))
        .contains("22.5");
    assertThat(weir("train", "digits", "--digits", "400", "--steps", "4", "--batch", "16"))
        .contains("test accuracy");
    assertThat(elsewhere.resolve("digits-run/model.pb")).exists();
  }

  @Test
  void startsThroughALinkAlsoIfItsFolderIsReadOnly() throws Exception {
    Path link = Files.createSymbolicLink(elsewhere.resolve("weir"), home.resolve("bin/weir"));
    Command.run(folder, LIMIT, ENVIRONMENT, List.of("chmod", "-R", "a-w", home.toString()));
    try {
      String printed =
          Command.run(elsewhere, LIMIT, ENVIRONMENT, List.of(link.toString(), "ops", "Tanh"));
      assertThat(printed).contains("Tanh(x: T) -> (y: T)");
    } finally {
      Command.run(folder, LIMIT, ENVIRONMENT, List.of("chmod", "-R", "u+w", home.toString()));
    }
  }

  @Test
  void hasLicenseDocumentsAndEveryLibraryOnce() throws IOException {
    assertThat(home.resolve("LICENSE")).exists();
    assertThat(home.resolve("README.md")).exists();
    assertThat(home.resolve("docs/guide")).isDirectory();
    try (Stream<Path> files = Files.list(home.resolve("lib"))) {
      List<String> jars =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.startsWith("weir-"))
              .toList();
      assertThat(jars)
          .contains(
              "weir-cli-" + built.version() + ".jar",
              "weir-kernels-vector-" + built.version() + ".jar",
              "weir-kernels-onednn-" + built.version() + ".jar")
          .noneMatch(name -> name.contains("test"));
    }
  }
}
