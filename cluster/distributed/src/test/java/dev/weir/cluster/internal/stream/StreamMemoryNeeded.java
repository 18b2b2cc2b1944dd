package dev.weir.cluster.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What tests with large tensors need of the machine. */
final class StreamMemoryNeeded {
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final String AVAILABLE = "MemAvailable:";

  private StreamMemoryNeeded() {}

  /**
   * Fails on Linux x86-64 if the machine has not so many bytes available, caches that it can give
   * up included; elsewhere the test is skipped where that cannot be known.
   */
  static void bytes(long needed) throws IOException {
    boolean isTested =
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64");
    assumeTrue(isTested || Files.exists(MEMORY), "how much memory is available is not known here");
    assertThat(available())
        .as("bytes of memory available; this test cannot run with less than %d", needed)
        .isGreaterThan(needed);
  }

  private static long available() throws IOException {
    for (String line : Files.readAllLines(MEMORY)) {
      if (line.startsWith(AVAILABLE)) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
      }
    }
    throw new IOException("no " + AVAILABLE + " in " + MEMORY);
  }
}
