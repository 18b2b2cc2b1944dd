package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class that has loaded TensorFlow's native library into the test JVM, which a failed
 * check inside TensorFlow would end. Registered for all classes of this module.
 */
public final class TensorFlowIsElsewhere implements AfterAllCallback {
  private static final Path MAPPED_FILES = Path.of("/proc/self/maps");

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    assertThat(loaded("libtensorflow"))
        .as("native libraries of TensorFlow in the test JVM; use an oracle process or ForkedCheck")
        .isEmpty();
  }

  /** The native libraries of this process with a word in their path. */
  static List<String> loaded(String word) throws IOException {
    try (var lines = Files.lines(MAPPED_FILES)) {
      return lines
          .filter(line -> line.contains(".so") && line.contains(word))
          .map(line -> line.substring(line.indexOf('/')))
          .distinct()
          .toList();
    }
  }
}
