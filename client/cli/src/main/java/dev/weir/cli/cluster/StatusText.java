package dev.weir.cli.cluster;

import dev.weir.cli.terminal.Terminal;
import dev.weir.cluster.internal.wire.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The picture of a cluster as a table. */
final class StatusText {
  private static final List<String> TITLES =
      List.of(
          "task", "address", "devices", "memory", "sessions", "running", "steps/s", "failed", "");
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
  private static final int UNIT = 1024;

  private final Terminal terminal;

  StatusText(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Lines without their ends. */
  List<String> lines(ClusterPicture now, Optional<ClusterPicture> before) {
    List<List<String>> rows = new ArrayList<>();
    for (TaskPicture task : now.tasks()) {
      rows.add(cells(task, before.flatMap(picture -> picture.of(task.task()))));
    }
    int[] widths = widths(rows);
    List<String> lines = new ArrayList<>();
    lines.add(terminal.strong(fitted(line(TITLES, widths))));
    for (int i = 0; i < rows.size(); i++) {
      String line = fitted(line(rows.get(i), widths));
      lines.add(now.tasks().get(i).error().isPresent() ? terminal.bad(line) : line);
    }
    long up = now.tasks().stream().filter(task -> task.error().isEmpty()).count();
    lines.add(up + " of " + now.tasks().size() + " tasks are up");
    return lines;
  }

  /** What is written over later must not take two lines. */
  private String fitted(String line) {
    return terminal.isInteractive() && line.length() > terminal.columns()
        ? line.substring(0, terminal.columns())
        : line;
  }

  private static List<String> cells(TaskPicture task, Optional<TaskPicture> before) {
    String name = task.task().name();
    String address = task.address().orElse("-");
    if (task.error().isPresent()) {
      return List.of(name, address, "", "", "", "", "", "", task.error().get());
    }
    String devices = Integer.toString(task.devices().size());
    if (task.status().isEmpty()) {
      return List.of(name, address, devices, "", "", "", "", "", "not Weir's; it tells no more");
    }
    TaskStatus status = task.status().get();
    return List.of(
        name,
        address,
        devices,
        bytes(status.memoryUsed()) + " of " + bytes(status.memoryLimit()),
        Long.toString(status.sessions()),
        Long.toString(status.runningSteps()),
        task.stepsPerSecond(before).map(StatusText::rate).orElse(""),
        Long.toString(status.failedSteps()),
        "");
  }

  static String rate(double perSecond) {
    return String.format(Locale.ROOT, perSecond < 10 ? "%.1f" : "%.0f", perSecond);
  }

  static String bytes(long count) {
    double value = count;
    int unit = 0;
    while (value >= UNIT && unit < UNITS.length - 1) {
      value /= UNIT;
      unit++;
    }
    return String.format(
        Locale.ROOT, unit == 0 || value >= 10 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
  }

  private static int[] widths(List<List<String>> rows) {
    int[] widths = TITLES.stream().mapToInt(String::length).toArray();
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length - 1; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  private static String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      line.append(cells.get(i))
          .append(" ".repeat(Math.max(0, widths[i] - cells.get(i).length()) + 2));
    }
    return line.toString().stripTrailing();
  }
}
