package dev.weir.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Whether output goes to a terminal. */
public final class Terminal {
  private Terminal() {}

  /** Whether rows on stdout may be colored. */
  public static boolean isColorful(Map<String, String> environment) {
    return environment.getOrDefault("NO_COLOR", "").isEmpty() && isTerminal(1, environment);
  }

  /**
   * Whether a file descriptor of this process, 1 or 2, is a terminal that can do more than print.
   */
  public static boolean isTerminal(int descriptor, Map<String, String> environment) {
    if (environment.getOrDefault("TERM", "dumb").equals("dumb")) {
      return false;
    }
    Path link = Path.of("/proc/self/fd/" + descriptor);
    if (!Files.isSymbolicLink(link)) {
      return System.console() != null && System.console().isTerminal();
    }
    try {
      String device = Files.readSymbolicLink(link).toString();
      return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
    } catch (IOException e) {
      return false;
    }
  }
}
