package dev.weir.cli.launch;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.server.LoopbackPorts;
import dev.weir.error.WeirException;
import dev.weir.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A cluster on this machine, and what its tasks are told of it. */
public record ClusterPlan(ClusterSpec cluster) {
  public static final String PS = "ps";
  public static final String WORKER = "worker";

  private static final int MOST_TASKS = 1000;

  /** This many tasks on loopback, on ports that are reserved until this process ends. */
  public static ClusterPlan onLoopback(int ps, int workers) {
    if (ps < 0 || workers < 1 || ps > MOST_TASKS || workers > MOST_TASKS) {
      throw WeirException.invalidArgument(
          "--ps must be from 0 to %d and --workers from 1 to %d; got %d and %d",
          MOST_TASKS, MOST_TASKS, ps, workers);
    }
    List<String> addresses =
        Stream.generate(() -> LoopbackPorts.HOST + ":" + LoopbackPorts.ofProcess().next())
            .limit(ps + workers)
            .toList();
    ClusterSpec.Builder cluster = ClusterSpec.builder();
    if (ps > 0) {
      cluster.job(PS, addresses.subList(0, ps));
    }
    return new ClusterPlan(cluster.job(WORKER, addresses.subList(ps, ps + workers)).build());
  }

  /** What sessions connect to. */
  String target(TaskId task) {
    return "grpc://" + cluster.address(task);
  }

  /** What a task is called in logs: {@code ps/0}. */
  public static String name(TaskId task) {
    return task.job() + "/" + task.index();
  }

  /** The names of all tasks, as they are started. */
  public List<String> names() {
    return cluster.tasks().stream().map(ClusterPlan::name).toList();
  }

  /** What tells a program which task it is: TensorFlow's variable, and Weir's. */
  Map<String, String> environment(TaskId task) {
    Map<String, Object> jobs = new LinkedHashMap<>();
    for (String job : cluster.jobs()) {
      jobs.put(job, cluster.tasks(job).stream().map(cluster::address).toList());
    }
    Map<String, Object> self = new LinkedHashMap<>();
    self.put("type", task.job());
    self.put("index", task.index());
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("cluster", jobs);
    description.put("task", self);
    return Map.of(
        "TF_CONFIG", JsonWriter.write(description),
        "WEIR_CLUSTER", cluster.toString(),
        "WEIR_JOB", task.job(),
        "WEIR_TASK", Integer.toString(task.index()));
  }

  /**
   * An argument with {@code {job}}, {@code {task}}, {@code {cluster}}, {@code {target}} filled in.
   */
  String filledIn(String argument, TaskId task) {
    return argument
        .replace("{job}", task.job())
        .replace("{task}", Integer.toString(task.index()))
        .replace("{cluster}", cluster.toString())
        .replace("{target}", target(task));
  }
}
