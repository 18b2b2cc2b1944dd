package dev.weir.cluster.internal.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The state of all tasks of a cluster.
 *
 * @param cluster where the description of the cluster came from
 */
public record ClusterReport(String cluster, List<TaskReport> tasks) {
  private static final List<String> TITLES = List.of("task", "address", "health", "");

  /** Keeps a copy. */
  public ClusterReport {
    tasks = List.copyOf(tasks);
  }

  /** Whether nothing is wrong with any task, as far as was asked. */
  public boolean isGood() {
    return tasks.stream().allMatch(task -> task.finding().health().isGood());
  }

  /** A line for every task, with titles above and a summary below; every line ends. */
  public String table() {
    List<List<String>> rows = tasks.stream().map(ClusterReport::cells).toList();
    StringBuilder text = new StringBuilder();
    appendRow(text, rows, TITLES);
    rows.forEach(row -> appendRow(text, rows, row));
    long good = tasks.stream().filter(task -> task.finding().health().isGood()).count();
    return text.append(good)
        .append(" of ")
        .append(tasks.size())
        .append(tasks.size() == 1 ? " task is" : " tasks are")
        .append(" well\n")
        .toString();
  }

  private static List<String> cells(TaskReport report) {
    return List.of(
        report.task().name(),
        report.address().orElse("-"),
        report.finding().health().text(),
        report.finding().detail());
  }

  private static void appendRow(StringBuilder text, List<List<String>> rows, List<String> row) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      line.append(row.get(column));
      if (column < row.size() - 1) {
        int width = width(rows, column) + 2;
        line.append(" ".repeat(width - row.get(column).length()));
      }
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  private static int width(List<List<String>> rows, int column) {
    int title = TITLES.get(column).length();
    return rows.stream().mapToInt(row -> row.get(column).length()).reduce(title, Math::max);
  }

  /** What {@link dev.weir.json.JsonWriter} writes. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("cluster", cluster);
    json.put("good", isGood());
    json.put("tasks", tasks.stream().map(TaskReport::json).toList());
    return json;
  }
}
