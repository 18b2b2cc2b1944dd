package dev.weir.cli.docs;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The script {@code weir} of this repository, in a folder that looks like a repository that was
 * built: with what the tests run, so that nothing is built while they do.
 */
final class Launcher {
  private static final Path TARGET = Path.of("target").toAbsolutePath();

  /** Of sources: older than the build, which is thus not made again. */
  private static final FileTime OLD = FileTime.from(Instant.EPOCH);

  private Launcher() {}

  /** Makes the folder; the script in it. */
  static Path in(Path folder) throws IOException {
    Path target = Files.createDirectories(folder.resolve("client/cli/target"));
    Path pom = Files.writeString(folder.resolve("pom.xml"), "<project/>");
    Files.setLastModifiedTime(pom, OLD);
    try (OutputStream jar = Files.newOutputStream(target.resolve("weir-cli-0.1.0-SNAPSHOT.jar"))) {
      new JarOutputStream(jar, new Manifest()).close();
    }
    Files.writeString(target.resolve("runtime.classpath"), classPath());
    Path shared = Path.of("client/cli/src/main/launcher/launch.sh");
    Files.createDirectories(folder.resolve(shared).getParent());
    Files.copy(MarkdownBlocks.root().resolve(shared), folder.resolve(shared));
    try (Stream<Path> sources = Files.walk(folder.resolve("client/cli/src"))) {
      for (Path source : sources.toList()) {
        Files.setLastModifiedTime(source, OLD);
      }
    }
    return Files.copy(MarkdownBlocks.root().resolve("weir"), folder.resolve("weir"));
  }

  /** Without the folders of this module: a start-up cache is made of jars. */
  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !Path.of(entry).startsWith(TARGET))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** The environment of the script: the JDK of the tests, and little compilation. */
  static Map<String, String> environment() {
    return Map.of(
        "WEIR_JAVA_HOME",
        System.getProperty("java.home"),
        "WEIR_JAVA_OPTS",
        "-XX:TieredStopAtLevel=1");
  }
}
