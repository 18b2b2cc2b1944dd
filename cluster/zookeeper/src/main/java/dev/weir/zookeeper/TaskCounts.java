package dev.weir.zookeeper;

import dev.weir.cluster.TaskId;
import dev.weir.error.WeirException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** How many tasks each job has; as text {@code ps=1&worker=2}. None at all means: not said. */
record TaskCounts(SortedMap<String, Integer> counts) {
  private static final int MOST_TASKS = 100_000;

  TaskCounts {
    counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
  }

  static TaskCounts parse(String text) {
    SortedMap<String, Integer> counts = new TreeMap<>();
    for (String part : text.isEmpty() ? new String[0] : text.split("&", -1)) {
      int equals = part.indexOf('=');
      String job = part.substring(0, Math.max(0, equals));
      if (counts.put(job, count(part, part.substring(equals + 1))) != null) {
        throw WeirException.invalidArgument("job \"%s\" is counted twice", job);
      }
      new TaskId(job, 0); // refuses what is no name of a job
    }
    return new TaskCounts(counts);
  }

  private static int count(String part, String number) {
    int count = number.matches("[0-9]{1,6}") ? Integer.parseInt(number) : 0;
    if (count < 1 || count > MOST_TASKS) {
      throw WeirException.invalidArgument(
          "\"%s\" does not say how many tasks a job has, 1 to %d of them", part, MOST_TASKS);
    }
    return count;
  }

  boolean isEmpty() {
    return counts.isEmpty();
  }

  /** By job and index, each job's indices from 0. */
  List<TaskId> tasks() {
    return counts.entrySet().stream()
        .flatMap(
            job -> IntStream.range(0, job.getValue()).mapToObj(at -> new TaskId(job.getKey(), at)))
        .toList();
  }

  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    counts.forEach((job, count) -> parts.add(job + "=" + count));
    return String.join("&", parts);
  }
}
