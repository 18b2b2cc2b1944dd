package dev.weir.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.wire.TaskStatus;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the process of a task holds.
 *
 * @param heap bytes of objects that are alive after a garbage collection
 * @param tensors bytes of tensors, which are not on the heap
 */
record ProcessHoldings(long threads, long files, long heap, long tensors) {
  private static final int FEW = 12;

  /** What a task remembers of the last requests and steps takes 3 MB when it is full. */
  private static final long REMEMBERED_BYTES = 4 << 20;

  private static final long SETTLING_BYTES = 8 << 20;

  /** A line of a histogram: {@code 3: 5 12345 java.lang.Class (java.base@25)}. */
  private static final Pattern LINE = Pattern.compile(" *\\d+: +\\d+ +(\\d+) +(\\S+).*");

  /** What a collection fills holes of the heap with. */
  private static final String FILLER = "jdk.internal.vm.Filler";

  static ProcessHoldings of(long process, TaskStatus status)
      throws IOException, InterruptedException {
    Path folder = Path.of("/proc", Long.toString(process));
    try (Stream<Path> threads = Files.list(folder.resolve("task"));
        Stream<Path> files = Files.list(folder.resolve("fd"))) {
      return new ProcessHoldings(
          threads.count(), files.count(), liveHeap(process), status.memoryUsed());
    }
  }

  /** What is in the histogram, which is made after a collection. */
  private static long liveHeap(long process) throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process histogram =
        new ProcessBuilder(jcmd, Long.toString(process), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    long bytes = 0;
    try (BufferedReader lines = histogram.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher matcher = LINE.matcher(line);
        if (matcher.matches() && !matcher.group(2).contains(FILLER)) {
          bytes += Long.parseLong(matcher.group(1));
        }
      }
    }
    assertThat(histogram.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(bytes).as("the sum of the histogram of process %d", process).isPositive();
    return bytes;
  }

  /** What is more than before, in words; empty if that is nothing. */
  String growthSince(ProcessHoldings before) {
    StringBuilder growth = new StringBuilder();
    told(growth, "threads", threads, before.threads, FEW);
    told(growth, "files", files, before.files, FEW);
    told(growth, "bytes of heap", heap, before.heap, REMEMBERED_BYTES);
    told(growth, "bytes of tensors", tensors, before.tensors, SETTLING_BYTES);
    return growth.toString();
  }

  private static void told(StringBuilder to, String what, long now, long before, long slack) {
    if (now > before + slack) {
      to.append(now).append(' ').append(what).append(", were ").append(before).append("; ");
    }
  }
}
