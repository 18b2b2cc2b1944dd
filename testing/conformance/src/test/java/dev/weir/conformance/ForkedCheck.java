package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.conformance.peer.JavaProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A check of code that loads TensorFlow into its own process. It runs in a JVM of its own: if
 * TensorFlow ends that JVM, one test fails.
 */
abstract class ForkedCheck {
  private static final Logger LOG = LoggerFactory.getLogger(ForkedCheck.class);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xmx512m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:ErrorFile=/dev/null",
          "-XX:-CreateCoredumpOnCrash",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");
  private static final int FAILED = 1;

  /** Throws if something is not as it should be. */
  abstract void run(List<String> arguments);

  /** Runs a check in a JVM of its own; fails with what it printed if it failed or crashed. */
  static void run(Class<? extends ForkedCheck> check, String... arguments) {
    List<String> program = new ArrayList<>(List.of(ForkedCheck.class.getName(), check.getName()));
    program.addAll(List.of(arguments));
    try (JavaProcess process =
        JavaProcess.start(
            check.getSimpleName(), JVM_OPTIONS, OracleSettings.environment(), program, "never")) {
      int status = process.awaitEnd(LONGEST);
      assertThat(status)
          .as("exit status of %s: %s", check.getSimpleName(), process.lastLines())
          .isZero();
    }
  }

  /** {@code CLASS ARGUMENT…}: runs the check and exits with 0 if it passes. */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    int status = FAILED;
    try {
      ForkedCheck check =
          Class.forName(arguments[0])
              .asSubclass(ForkedCheck.class)
              .getDeclaredConstructor()
              .newInstance();
      check.run(Arrays.asList(arguments).subList(1, arguments.length));
      status = 0;
    } catch (RuntimeException | AssertionError e) {
      LOG.error("{} failed", arguments[0], e);
    } finally {
      Runtime.getRuntime().halt(status); // threads of TensorFlow must not hold up the end
    }
  }
}
