package dev.weir.bench.suite;

import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Measurements;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The time from typing {@code ./weir --version} to the prompt. The limit is a JVM that says its own
 * version.
 */
final class Startup implements Benchmark {
  private static final String JVM = "java";

  @Override
  public String name() {
    return "startup";
  }

  @Override
  public String about() {
    return "./weir --version as a process: ms; limit: java --version";
  }

  @Override
  public void run(Bench bench) {
    Optional<Path> launcher = launcher();
    if (launcher.isEmpty()) {
      bench.report().skip(name(), "the launcher ./weir is not above the folder this runs in");
      return;
    }
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> weir = List.of(launcher.get().toString(), "--version");
    start(weir); // builds it if need be
    Measurements measured =
        bench.measure(
            name(),
            Contender.of(Duel.WEIR, () -> start(weir)),
            Contender.of(JVM, () -> start(List.of(java, "--version"))));
    bench
        .report()
        .add(
            BenchResult.cost(name(), "ms", 1e3 * measured.seconds(Duel.WEIR))
                .withLimit(1e3 * measured.seconds(JVM)));
  }

  private static void start(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      int status = process.waitFor();
      if (status != 0) {
        throw new IllegalStateException(String.join(" ", command) + " ended with " + status);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a process runs", e);
    }
  }

  /** In the repository these classes were built in, or the one this runs in. */
  private static Optional<Path> launcher() {
    Optional<Path> here = above(Path.of("").toAbsolutePath());
    try {
      Path classes =
          Path.of(Startup.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return above(classes).or(() -> here);
    } catch (URISyntaxException e) {
      return here;
    }
  }

  private static Optional<Path> above(Path start) {
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      Path launcher = folder.resolve("weir");
      if (Files.isExecutable(launcher) && Files.isDirectory(folder.resolve(".mvn"))) {
        return Optional.of(launcher);
      }
    }
    return Optional.empty();
  }
}
