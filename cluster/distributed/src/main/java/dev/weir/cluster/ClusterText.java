package dev.weir.cluster;

import dev.weir.error.WeirException;
import dev.weir.json.JsonReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Clusters as text and as JSON. */
final class ClusterText {
  private static final String EXPECTED = "expected something like ps=host:2222;worker=host:2223";

  private ClusterText() {}

  static ClusterSpec parse(String text) {
    ClusterSpec.Builder cluster = ClusterSpec.builder();
    Set<String> jobs = new HashSet<>();
    for (String line : text.split("\\R", -1)) {
      for (String entry : withoutComment(line).split(";", -1)) {
        if (!entry.isBlank()) {
          addJob(cluster, jobs, entry.strip());
        }
      }
    }
    return cluster.build();
  }

  private static String withoutComment(String line) {
    int comment = line.indexOf('#');
    return comment < 0 ? line : line.substring(0, comment);
  }

  private static void addJob(ClusterSpec.Builder cluster, Set<String> jobs, String entry) {
    int equals = entry.indexOf('=');
    if (equals < 0) {
      throw WeirException.invalidArgument(
          "\"%s\" describes no job: there is no = in it; %s", entry, EXPECTED);
    }
    String job = entry.substring(0, equals).strip();
    TaskId.checkJob(job);
    if (!jobs.add(job)) {
      throw WeirException.invalidArgument(
          "job \"%s\" is listed twice; give all its addresses in one entry, separated by commas",
          job);
    }
    String tasks = entry.substring(equals + 1);
    if (tasks.isBlank()) {
      cluster.job(job, List.of());
    }
    String[] addresses = tasks.split(",", -1);
    for (int place = 0; place < addresses.length; place++) {
      addTask(cluster, job, place, addresses[place].strip());
    }
  }

  private static void addTask(ClusterSpec.Builder cluster, String job, int place, String text) {
    int at = text.indexOf('@');
    int index = at < 0 ? place : index(job, text.substring(0, at));
    cluster.task(new TaskId(job, index), text.substring(at + 1));
  }

  private static int index(String job, String text) {
    if (!text.matches("[0-9]{1,9}")) {
      throw WeirException.invalidArgument(
          "job \"%s\": \"%s\" is not a task index; indices are counted from 0", job, text);
    }
    return Integer.parseInt(text);
  }

  static String write(ClusterSpec cluster) {
    List<String> jobs = new ArrayList<>();
    for (String job : cluster.jobs()) {
      List<TaskId> tasks = cluster.tasks(job);
      boolean sparse = tasks.getLast().index() != tasks.size() - 1;
      List<String> texts = new ArrayList<>();
      for (TaskId task : tasks) {
        texts.add((sparse ? task.index() + "@" : "") + cluster.address(task));
      }
      jobs.add(job + "=" + String.join(",", texts));
    }
    return String.join(";", jobs);
  }

  static ClusterSpec parseJson(String text) {
    return ofJson(JsonReader.read(text));
  }

  /** A cluster from TensorFlow's dictionary, as {@link JsonReader} has read it. */
  static ClusterSpec ofJson(@Nullable Object json) {
    ClusterSpec.Builder cluster = ClusterSpec.builder();
    if (!(json instanceof Map<?, ?> jobs)) {
      throw WeirException.invalidArgument(
          "a cluster is described by an object such as {\"ps\": [\"host:2222\"]}, not by %s",
          String.valueOf(json));
    }
    jobs.forEach((job, tasks) -> addJob(cluster, String.valueOf(job), tasks));
    return cluster.build();
  }

  private static void addJob(ClusterSpec.Builder cluster, String job, @Nullable Object tasks) {
    switch (tasks) {
      case String address -> cluster.job(job, List.of(address));
      case List<?> list -> cluster.job(job, list.stream().map(each -> address(job, each)).toList());
      case Map<?, ?> map when map.isEmpty() -> cluster.job(job, List.of());
      case Map<?, ?> map -> addSparse(cluster, job, map);
      case null, default -> throw unexpected(job, tasks);
    }
  }

  private static void addSparse(ClusterSpec.Builder cluster, String job, Map<?, ?> tasks) {
    TaskId.checkJob(job);
    tasks.forEach(
        (index, task) ->
            cluster.task(new TaskId(job, index(job, String.valueOf(index))), address(job, task)));
  }

  private static String address(String job, @Nullable Object json) {
    if (json instanceof String address) {
      return address;
    }
    throw unexpected(job, json);
  }

  private static WeirException unexpected(String job, @Nullable Object json) {
    return WeirException.invalidArgument(
        "job \"%s\": expected addresses such as [\"host:2222\"], not %s",
        job, String.valueOf(json));
  }
}
