package dev.weir.fuzz.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Windows whose numbers do not fit in the 32 bits that native kernels compute with. Was: a crash of
 * the process, memory of other tensors in results, and minutes in native code.
 */
final class TestHostileWindows {
  private static final long LIMIT_SECONDS = 300;

  @TempDir Path folder;

  @Test
  void windowsBeyond32BitsAreComputedByTheReferenceKernels() throws Exception {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                    "--add-modules=jdk.incubator.vector",
                    "--enable-native-access=ALL-UNNAMED",
                    "-Xmx400m",
                    "-XX:+UseSerialGC",
                    "-XX:-CreateCoredumpOnCrash",
                    "-XX:ErrorFile=" + folder.resolve("crash.log"),
                    "-Dweir.memory.budget=32m",
                    "-Dweir.memory.poison=true",
                    WindowProgram.class.getName()))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      List<String> lines = Files.readAllLines(output);
      assertThat(ended).as("still running after %d s: %s", LIMIT_SECONDS, lines).isTrue();
      assertThat(lines).isNotEmpty();
      assertThat(lines.getLast()).as("%s", lines).isEqualTo("done");
    } finally {
      process.destroyForcibly();
    }
  }
}
