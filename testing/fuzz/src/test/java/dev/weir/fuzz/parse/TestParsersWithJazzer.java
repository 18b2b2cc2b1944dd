package dev.weir.fuzz.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fuzzes each parser for a minute with Jazzer, guided by coverage, in a JVM of its own with a small
 * heap. {@code -Dweir.fuzz.seconds} is another time. An input that is a finding stays in {@code
 * target/fuzz/TARGET}; copy it to {@code src/test/resources} when the fault is corrected.
 */
@Tag("thorough")
final class TestParsersWithJazzer {
  private static final Logger LOG = LoggerFactory.getLogger(TestParsersWithJazzer.class);
  private static final int SECONDS = Integer.getInteger("weir.fuzz.seconds", 60);

  /** To instrument the classes and record seeds, while all cores are busy with something else. */
  private static final long START_SECONDS = 900;

  private static final Pattern EXECUTED =
      Pattern.compile("stat::number_of_executed_units:\\s*([0-9]+)");

  /** What parses nothing, and would take a minute to instrument. */
  private static final String NOT_INSTRUMENTED =
      "dev.weir.ops.**:dev.weir.schema.**:dev.weir.runtime.**:dev.weir.kernels.**:dev.weir.train.**"
          + ":dev.weir.fuzz.**";

  /** Jazzer ends every thread that opens a connection, but targets talk to tasks over sockets. */
  private static final String NETWORK_HOOKS =
      "com.code_intelligence.jazzer.sanitizers.ServerSideRequestForgery";

  @TempDir Path corpus;

  static List<String> targets() {
    return ParserTargets.names();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void noInputIsAFinding(String name) throws Exception {
    Path results = Files.createDirectories(Path.of("target", "fuzz", name));
    Path log = results.resolve("log.txt");
    writeCorpus(name);
    Process jazzer =
        new ProcessBuilder(command(name, results))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(jazzer.waitFor(SECONDS + START_SECONDS, TimeUnit.SECONDS))
          .as("%s ends", name)
          .isTrue();
    } finally {
      jazzer.destroyForcibly();
    }
    String text = Files.readString(log);
    assertThat(jazzer.exitValue()).as(() -> end(text)).isZero();
    Matcher executed = EXECUTED.matcher(text);
    assertThat(executed.find()).as(() -> end(text)).isTrue();
    LOG.info("{}: {} inputs in {} s", name, executed.group(1), SECONDS);
    assertThat(Long.parseLong(executed.group(1))).as("inputs").isGreaterThan(100);
  }

  private static String end(String text) {
    int finding = text.indexOf("== Java Exception");
    return text.substring(finding >= 0 ? finding : Math.max(0, text.length() - 4000));
  }

  private void writeCorpus(String name) throws IOException {
    List<byte[]> inputs;
    try (ParserTarget target = ParserTargets.open(name, corpus)) {
      inputs = KeptInputs.corpus(name, target);
    }
    try (Stream<Path> files = Files.list(corpus)) { // of the target's own
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    for (int i = 0; i < inputs.size(); i++) {
      Files.write(corpus.resolve("seed-" + i), inputs.get(i));
    }
  }

  private List<String> command(String name, Path results) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+EnableDynamicAgentLoading",
            "-Xmx768m",
            "-XX:+UseSerialGC",
            "-Dweir.memory.budget=512m",
            "-Dweir.fuzz.jazzer=true",
            "-Dweir.fuzz.target=" + name,
            "-cp",
            System.getProperty("java.class.path"),
            "com.code_intelligence.jazzer.Jazzer",
            "--target_class=" + JazzerEntry.class.getName(),
            "--instrumentation_includes=dev.weir.**",
            "--instrumentation_excludes=" + NOT_INSTRUMENTED,
            "--custom_hook_includes=dev.weir.**",
            "--disabled_hooks=" + NETWORK_HOOKS,
            "--reproducer_path=" + results,
            "-max_total_time=" + SECONDS,
            "-max_len=65536",
            "-timeout=120",
            "-rss_limit_mb=4096",
            "-print_final_stats=1",
            "-artifact_prefix=" + results + "/",
            corpus.toString()));
    return command;
  }
}
