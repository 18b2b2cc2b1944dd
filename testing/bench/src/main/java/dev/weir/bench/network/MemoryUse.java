package dev.weir.bench.network;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How much memory the training of a network takes, in bytes.
 *
 * @param peak the most the process had during the steps, more than before the network was built
 * @param firstStep the same in the step before them
 * @param inUse the most that Weir's allocator had handed out at a time
 * @param reserved what it had from the system after the steps, in use or kept for reuse
 */
public record MemoryUse(long peak, long firstStep, long inUse, long reserved) {
  private static final long LONGEST_MINUTES = 10;
  private static final List<String> FIXED_HEAP =
      List.of("-Xms1536m", "-Xmx1536m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC");

  /** What to ask for Weir's by. */
  public static final String WEIR = "weir";

  static final String TENSORFLOW = "tensorflow";
  static final String PYTORCH = "pytorch";

  /** And those of others. */
  public static final List<String> PEERS = List.of(TENSORFLOW, PYTORCH);

  /** A process failed, and why. */
  public static final class Failed extends Exception {
    private static final long serialVersionUID = 1;

    Failed(String why) {
      super(why);
    }
  }

  /** Trains a network for some steps, in a process of its own. */
  public static MemoryUse of(String system, Task task, int steps, int threads) throws Failed {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> !argument.matches("-Xm.*|-XX:\\+Use.*GC"))
        .forEach(command::add);
    command.addAll(FIXED_HEAP);
    command.addAll(PyTorchSide.options(threads));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(MemoryProgram.class.getName());
    command.addAll(List.of(system, task.network().name()));
    for (int number : new int[] {task.batch(), steps, threads}) {
      command.add(Integer.toString(number));
    }
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true);
    builder.environment().put("OMP_NUM_THREADS", Integer.toString(threads));
    return answerOf(builder);
  }

  private static MemoryUse answerOf(ProcessBuilder builder) throws Failed {
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread end = Thread.ofVirtual().start(() -> endLate(process));
    String last = "it said nothing";
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(MemoryProgram.ANSWER)) {
          return ofLine(line.substring(MemoryProgram.ANSWER.length()));
        }
        last = line.startsWith("Exception") ? line : last;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      process.destroy();
      end.interrupt();
    }
    throw new Failed(last);
  }

  private static void endLate(Process process) {
    try {
      if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      // The answer has come in time.
      Thread.currentThread().interrupt();
    }
  }

  String toLine() {
    return peak + " " + firstStep + " " + inUse + " " + reserved;
  }

  static MemoryUse ofLine(String line) {
    String[] words = line.split(" ", -1);
    long[] numbers = Arrays.stream(words).mapToLong(Long::parseLong).toArray();
    return new MemoryUse(numbers[0], numbers[1], numbers[2], numbers[3]);
  }
}
