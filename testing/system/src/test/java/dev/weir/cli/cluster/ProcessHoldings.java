package dev.weir.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.wire.TaskStatus;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What the process of a task holds.
 *
 * @param heap bytes of objects that are alive after a garbage collection
 * @param tensors bytes of tensors, which are not on the heap
 */
record ProcessHoldings(long threads, long files, long heap, long tensors) {
  private static final int FEW = 12;
  private static final long SETTLING_BYTES = 8 << 20;

  static ProcessHoldings of(long process, TaskStatus status)
      throws IOException, InterruptedException {
    Path folder = Path.of("/proc", Long.toString(process));
    try (Stream<Path> threads = Files.list(folder.resolve("task"));
        Stream<Path> files = Files.list(folder.resolve("fd"))) {
      return new ProcessHoldings(
          threads.count(), files.count(), liveHeap(process), status.memoryUsed());
    }
  }

  /** The last line of the histogram, which is made after a collection: {@code Total 5 12345}. */
  private static long liveHeap(long process) throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process histogram =
        new ProcessBuilder(jcmd, Long.toString(process), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String last = "";
    try (BufferedReader lines = histogram.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        last = line.startsWith("Total") ? line : last;
      }
    }
    assertThat(histogram.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(last).as("the sum of the histogram of process %d", process).isNotEmpty();
    return Long.parseLong(last.strip().split("\\s+")[2]);
  }

  /** What is more than before, in words; empty if that is nothing. */
  String growthSince(ProcessHoldings before) {
    StringBuilder growth = new StringBuilder();
    told(growth, "threads", threads, before.threads, FEW);
    told(growth, "files", files, before.files, FEW);
    told(growth, "bytes of heap", heap, before.heap, SETTLING_BYTES);
    told(growth, "bytes of tensors", tensors, before.tensors, SETTLING_BYTES);
    return growth.toString();
  }

  private static void told(StringBuilder to, String what, long now, long before, long slack) {
    if (now > before + slack) {
      to.append(now).append(' ').append(what).append(", were ").append(before).append("; ");
    }
  }
}
