package dev.weir.fuzz.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs hostile graphs in processes of their own, with poisoned memory: each case ends with values
 * or with a {@code WeirException}, never with a crash, a hang, another exception or values of
 * foreign memory. {@code -Dweir.fuzz.cases} says how many, {@code -Dweir.fuzz.case} runs one again.
 */
final class TestHostileGraphs {
  private static final long USUAL = 12_000;

  /** The slowest machine this should pass on, all cores busy with something else. */
  private static final long CASES_PER_SECOND = 100;

  private static final long START_SECONDS = 120;

  @TempDir Path folder;

  /** A process at work on cases {@code [from, to)}. */
  private record Fork(Process process, Path folder, long from, long to) {}

  private Fork start(long from, long to, int mode) throws IOException {
    Path own = Files.createDirectories(folder.resolve("mode" + mode));
    Path files = Files.createDirectories(own.resolve(FuzzProcess.FILES));
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-Xmx400m",
            "-XX:+UseSerialGC",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:ErrorFile=" + own.resolve("crash.log"),
            "-Djava.io.tmpdir=" + files,
            "-Dweir.memory.budget=32m",
            "-Dweir.memory.poison=true"));
    for (String property : List.of("weir.fuzz.cluster", "weir.fuzz.files")) {
      String value = System.getProperty(property);
      command.addAll(value == null ? List.of() : List.of("-D" + property + "=" + value));
    }
    command.addAll(mode == 0 ? List.of() : FuzzProcess.VECTORS);
    command.addAll(
        List.of(
            FuzzProcess.class.getName(),
            own.toString(),
            Long.toString(from),
            Long.toString(to),
            Integer.toString(mode)));
    Process process =
        new ProcessBuilder(command)
            .directory(own.toFile())
            .redirectErrorStream(true)
            .redirectOutput(own.resolve("output").toFile())
            .start();
    return new Fork(process, own, from, to);
  }

  private static String text(Fork fork, String file) throws IOException {
    Path path = fork.folder.resolve(file);
    return Files.exists(path) ? Files.readString(path) : "";
  }

  private static void assertClean(Fork fork) throws IOException, InterruptedException {
    long limit = START_SECONDS + (fork.to - fork.from) / CASES_PER_SECOND;
    boolean ended = fork.process.waitFor(limit, TimeUnit.SECONDS);
    assertThat(text(fork, "findings")).as("replay with -Dweir.fuzz.case=…").isEmpty();
    Path current = fork.folder.resolve("current");
    long last = Files.exists(current) ? ByteBuffer.wrap(Files.readAllBytes(current)).getLong() : -1;
    assertThat(ended).as("case %d was running after %d s", last, limit).isTrue();
    assertThat(fork.process.exitValue())
        .as(
            "the process died in case %d; replay with -Dweir.fuzz.case=%d%n%s%n%s",
            last, last, text(fork, "crash.log").lines().limit(60).toList(), text(fork, "output"))
        .isZero();
    assertThat(last).isEqualTo(fork.to);
    assertThat(text(fork, "summary")).contains(" 0 findings");
    try (Stream<Path> all = Files.list(fork.folder)) {
      assertThat(all.map(file -> file.getFileName().toString()))
          .as("graphs access no files outside of their folder")
          .containsExactlyInAnyOrder("current", "output", "summary", FuzzProcess.FILES);
    }
  }

  private void run(long from, long to, int... modes) throws IOException, InterruptedException {
    List<Fork> forks = new ArrayList<>();
    try {
      for (int mode : modes) {
        forks.add(start(from, to, mode));
      }
      for (Fork fork : forks) {
        assertClean(fork);
      }
    } finally {
      forks.forEach(fork -> fork.process.destroyForcibly());
    }
  }

  @Test
  void everyCaseEndsWithValuesOrARefusal() throws Exception {
    run(0, Long.getLong("weir.fuzz.cases", USUAL), 0, 1);
  }

  @Test
  @EnabledIfSystemProperty(named = "weir.fuzz.case", matches = "\\d+")
  void oneCaseAgain() throws Exception {
    long number = Long.getLong("weir.fuzz.case", 0L);
    long first = number / GraphFuzzer.GROUP * GraphFuzzer.GROUP;
    run(first, number + 1, FuzzProcess.modeOf(number));
  }
}
