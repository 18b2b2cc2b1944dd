package dev.weir.bench;

import dev.weir.bench.harness.Machine;
import dev.weir.bench.harness.Selection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs benchmarks one after the other, each in a JVM of its own: what the compiler has learned from
 * one does not slow down or speed up the next, and one that crashes does not take the others along.
 */
final class Forks {
  /** TensorFlow's Java classes use what the JVM warns of. */
  private static final List<String> QUIET_JVM = List.of("--sun-misc-unsafe-memory-access=allow");

  private static final String TENSORFLOW_LOG_LEVEL = "TF_CPP_MIN_LOG_LEVEL";
  private static final String WARNINGS = "1";

  private final boolean isJson;
  private final boolean isQuick;
  private final Machine machine;

  Forks(boolean isJson, boolean isQuick, Machine machine) {
    this.isJson = isJson;
    this.isQuick = isQuick;
    this.machine = machine;
  }

  /** Runs all; the exit code is 0 if none failed. */
  int run(List<String> benchmarks, List<String> names) {
    int status = 0;
    for (String benchmark : benchmarks) {
      int its = run(benchmark, names);
      if (its != 0) {
        System.err.println("weir bench: " + benchmark + " ended with exit code " + its);
        status = 1;
      }
    }
    return status;
  }

  private int run(String benchmark, List<String> names) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(QUIET_JVM);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Main.class.getName());
    command.add("--in-process");
    if (isJson) {
      command.add("--json");
    }
    if (isQuick) {
      command.add("--quick");
    }
    command.addAll(parts(benchmark, names));
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().putIfAbsent(TENSORFLOW_LOG_LEVEL, WARNINGS);
    builder.environment().put(Machine.ONEDNN_VARIABLE, machine.tensorFlowOneDnn());
    try {
      return await(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }

  /** Ends the other process with this one. */
  private static int await(Process process) throws InterruptedException {
    Thread end = new Thread(process::destroy);
    Runtime.getRuntime().addShutdownHook(end);
    int status = process.waitFor();
    Runtime.getRuntime().removeShutdownHook(end);
    return status;
  }

  /** The names that belong to a benchmark; itself if it comes with {@code all}. */
  private static List<String> parts(String benchmark, List<String> names) {
    List<String> parts =
        names.stream().filter(name -> Selection.benchmarkOf(name).equals(benchmark)).toList();
    return parts.isEmpty() ? List.of(benchmark) : parts;
  }
}
