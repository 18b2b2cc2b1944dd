package dev.weir.cli.dist;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the running build has made of this repository: POMs, jars and the archive. */
final class Built {
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern ARTIFACT = Pattern.compile("(?m)^  <artifactId>([^<]+)<");
  private static final Pattern CLI = Pattern.compile(".*weir-cli-(.+)\\.jar");

  private final Path root;
  private final String version;

  private Built(Path root, String version) {
    this.root = root;
    this.version = version;
  }

  /** Skips the test if the build has stopped before the phase {@code package}. */
  static Built packaged() {
    List<String> versions =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(CLI::matcher)
            .filter(Matcher::matches)
            .map(jar -> jar.group(1))
            .toList();
    assumeTrue(!versions.isEmpty(), "no jars are built: run mvn verify instead of mvn test");
    return new Built(root(Path.of("").toAbsolutePath()), versions.getFirst());
  }

  private static Path root(@Nullable Path inside) {
    if (inside == null) {
      throw new AssertionError("not run inside the repository");
    }
    boolean isRoot = Files.exists(inside.resolve("ARCHITECTURE.md"));
    return isRoot ? inside : root(inside.getParent());
  }

  Path root() {
    return root;
  }

  String version() {
    return version;
  }

  Path archive() {
    return root.resolve("dist/archive/target/weir-" + version + ".tar.gz");
  }

  /**
   * Makes a local repository of Maven: this build's artifacts, and links to everything that the
   * build itself has in its own, so that nothing is downloaded and nothing is written there.
   */
  void installInto(Path repository) throws IOException {
    Path own = Path.of(System.getProperty("weir.maven.repository"));
    Path group = Files.createDirectories(repository.resolve("dev/weir"));
    link(own, repository);
    link(own.resolve("dev"), repository.resolve("dev"));
    for (Path pom : poms()) {
      String artifact = artifact(pom);
      String name = artifact + "-" + version;
      Path folder = Files.createDirectories(group.resolve(artifact).resolve(version));
      Files.copy(pom, folder.resolve(name + ".pom"));
      Path jar = pom.resolveSibling("target").resolve(name + ".jar");
      if (Files.exists(jar)) {
        Files.copy(jar, folder.resolve(jar.getFileName()));
      }
    }
  }

  private static void link(Path from, Path to) throws IOException {
    if (!Files.isDirectory(from)) {
      return;
    }
    try (var entries = Files.list(from)) {
      for (Path entry : entries.toList()) {
        Path link = to.resolve(entry.getFileName());
        if (!Files.exists(link)) {
          Files.createSymbolicLink(link, entry);
        }
      }
    }
  }

  private List<Path> poms() throws IOException {
    List<Path> poms = new ArrayList<>(List.of(root.resolve("pom.xml")));
    Matcher modules = MODULE.matcher(Files.readString(poms.getFirst()));
    while (modules.find()) {
      if (!modules.group(1).startsWith("testing/")) {
        poms.add(root.resolve(modules.group(1)).resolve("pom.xml"));
      }
    }
    return poms;
  }

  private static String artifact(Path pom) throws IOException {
    Matcher artifact = ARTIFACT.matcher(Files.readString(pom));
    if (!artifact.find()) {
      throw new IOException(pom + " names no artifact");
    }
    return artifact.group(1);
  }
}
