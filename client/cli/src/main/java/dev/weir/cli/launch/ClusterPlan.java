package dev.weir.cli.launch;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.TaskId;
import dev.weir.error.WeirException;
import dev.weir.json.JsonWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A cluster on this machine, and what its tasks are told of it. */
public record ClusterPlan(ClusterSpec cluster) {
  public static final String PS = "ps";
  public static final String WORKER = "worker";

  private static final String HOST = "127.0.0.1";
  private static final int MOST_TASKS = 1000;

  /** So many tasks on loopback, on ports that are free now. */
  public static ClusterPlan onLoopback(int ps, int workers) {
    if (ps < 0 || workers < 1 || ps > MOST_TASKS || workers > MOST_TASKS) {
      throw WeirException.invalidArgument(
          "--ps must be from 0 to %d and --workers from 1 to %d; got %d and %d",
          MOST_TASKS, MOST_TASKS, ps, workers);
    }
    List<String> addresses = freeAddresses(ps + workers);
    ClusterSpec.Builder cluster = ClusterSpec.builder();
    if (ps > 0) {
      cluster.job(PS, addresses.subList(0, ps));
    }
    return new ClusterPlan(cluster.job(WORKER, addresses.subList(ps, ps + workers)).build());
  }

  /** All are held until the last is found, so that none is found twice. */
  private static List<String> freeAddresses(int count) {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      try {
        for (int i = 0; i < count; i++) {
          sockets.add(new ServerSocket(0, 1, InetAddress.getByName(HOST)));
        }
        return sockets.stream().map(socket -> HOST + ":" + socket.getLocalPort()).toList();
      } finally {
        for (ServerSocket socket : sockets) {
          socket.close();
        }
      }
    } catch (IOException e) {
      throw WeirException.ofIo("looking for " + count + " free ports on " + HOST, e);
    }
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
