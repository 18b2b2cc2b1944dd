package dev.weir.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Ten thousand steps leave nothing behind in any task. */
@EnabledOnOs(OS.LINUX) // what a process holds is read from /proc
@Timeout(180)
final class TestClusterSoak {
  private static final int WARM_UP = 2_000;
  private static final int STEPS = 10_000;

  /** Compiled code and the heap, which may use what it is allowed to, still settle. */
  private static final long SETTLING_KILOBYTES = 96 * 1024;

  /** A thread that helps for a while, a connection that is made anew. */
  private static final int SLACK = 4;

  /** What a process holds. */
  private record Holdings(long threads, long files, long kilobytes) {
    static Holdings of(long pid) throws IOException {
      Path process = Path.of("/proc", Long.toString(pid));
      try (Stream<Path> threads = Files.list(process.resolve("task"));
          Stream<Path> files = Files.list(process.resolve("fd"))) {
        return new Holdings(threads.count(), files.count(), residentKilobytes(process));
      }
    }

    private static long residentKilobytes(Path process) throws IOException {
      for (String line : Files.readAllLines(process.resolve("status"))) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
      throw new IOException("no VmRSS in " + process);
    }
  }

  @Test
  void tenThousandStepsLeaveMemoryThreadsAndFilesFlat() throws IOException {
    try (WeirUnderTest cluster = WeirUnderTest.start(1, 1);
        ClientSession session = cluster.connect(0, NullStepGraph.of(1_000, 0))) {
      session.prepare(NullStepGraph.INITIALIZER).run();
      ClientSession.Step step = session.prepare(NullStepGraph.UPDATE);
      for (int i = 0; i < WARM_UP; i++) {
        step.run();
      }
      List<Long> pids = cluster.pids();
      Holdings[] before = new Holdings[pids.size()];
      for (int i = 0; i < before.length; i++) {
        before[i] = Holdings.of(pids.get(i));
      }
      for (int i = 0; i < STEPS; i++) {
        step.run();
      }
      for (int i = 0; i < before.length; i++) {
        Holdings after = Holdings.of(pids.get(i));
        assertThat(after.threads()).isLessThanOrEqualTo(before[i].threads() + SLACK);
        assertThat(after.files()).isLessThanOrEqualTo(before[i].files() + SLACK);
        assertThat(after.kilobytes()).isLessThan(before[i].kilobytes() + SETTLING_KILOBYTES);
      }
      float value = session.fetch(NullStepGraph.VALUE).getFloat(0);
      assertThat(value).isBetween(1.011f, 1.013f); // every step has added a millionth, once
    }
  }
}
