package dev.weir.cli.launch;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Waiting for processes, children of this one or not. */
final class Processes {
  private static final Duration INTERVAL = Duration.ofMillis(20);

  private Processes() {}

  /**
   * Waits until all have ended or the time is over. Java notices the end of a process that is not a
   * child only by looking, and in steps of seconds, so this looks itself.
   *
   * @return those still running
   */
  static List<ProcessHandle> awaitEnd(Collection<ProcessHandle> processes, Duration limit)
      throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    List<ProcessHandle> left = running(processes);
    while (!left.isEmpty() && System.nanoTime() < end) {
      Thread.sleep(INTERVAL);
      left = running(left);
    }
    return left;
  }

  private static List<ProcessHandle> running(Collection<ProcessHandle> processes) {
    return processes.stream().filter(MarkedProcesses::isRunning).toList();
  }
}
