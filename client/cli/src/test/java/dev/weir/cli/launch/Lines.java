package dev.weir.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Collects lines and waits for them. */
final class Lines implements TaskLog {
  private static final long LIMIT_NANOS = 120_000_000_000L;

  private final List<String> lines = new ArrayList<>();

  @Override
  public void line(String task, Stream stream, String line) {
    add(task + " " + stream + " " + line);
  }

  synchronized void add(String line) {
    lines.add(line);
    notifyAll();
  }

  synchronized List<String> all() {
    return List.copyOf(lines);
  }

  /** Waits until a line fulfils it. */
  synchronized String await(Predicate<String> wanted) throws InterruptedException {
    long end = System.nanoTime() + LIMIT_NANOS;
    while (lines.stream().noneMatch(wanted)) {
      long left = (end - System.nanoTime()) / 1_000_000;
      assertThat(left).as("milliseconds left to wait for a line, have %s", lines).isPositive();
      wait(left);
    }
    return lines.stream().filter(wanted).findFirst().orElseThrow();
  }
}
