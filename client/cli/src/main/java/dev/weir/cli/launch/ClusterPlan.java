package dev.weir.cli.launch;

import dev.weir.cli.json.JsonWriter;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The tasks of a cluster on this machine and their addresses.
 *
 * @param jobs the addresses of each job's tasks; jobs without tasks are left out
 */
record ClusterPlan(Map<String, List<String>> jobs) {
  static final String PS = "ps";
  static final String WORKER = "worker";

  private static final int MOST_TASKS = 1000;

  ClusterPlan {
    jobs = copy(jobs);
  }

  private static Map<String, List<String>> copy(Map<String, List<String>> jobs) {
    Map<String, List<String>> copy = new LinkedHashMap<>();
    jobs.forEach((job, addresses) -> copy.put(job, List.copyOf(addresses)));
    return copy;
  }

  /** So many tasks on loopback, on ports that are free now. */
  static ClusterPlan onLoopback(int ps, int workers) {
    if (ps < 0 || workers < 1 || ps > MOST_TASKS || workers > MOST_TASKS) {
      throw WeirException.invalidArgument(
          "--ps must be from 0 to %d and --workers from 1 to %d; got %d and %d",
          MOST_TASKS, MOST_TASKS, ps, workers);
    }
    List<String> addresses = freeAddresses(ps + workers);
    Map<String, List<String>> jobs = new LinkedHashMap<>();
    if (ps > 0) {
      jobs.put(PS, addresses.subList(0, ps));
    }
    jobs.put(WORKER, addresses.subList(ps, ps + workers));
    return new ClusterPlan(jobs);
  }

  /** All are held until the last is found, so that none is found twice. */
  private static List<String> freeAddresses(int count) {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      try {
        for (int i = 0; i < count; i++) {
          sockets.add(new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1")));
        }
        return sockets.stream().map(socket -> "127.0.0.1:" + socket.getLocalPort()).toList();
      } finally {
        for (ServerSocket socket : sockets) {
          socket.close();
        }
      }
    } catch (IOException e) {
      throw WeirException.ofIo("looking for " + count + " free ports on 127.0.0.1", e);
    }
  }

  int size(String job) {
    return jobs.getOrDefault(job, List.of()).size();
  }

  /** What sessions connect to. */
  String target(String job, int task) {
    return "grpc://" + jobs.getOrDefault(job, List.of()).get(task);
  }

  /** {@code ps=host:port;worker=host:port,host:port}. */
  String text() {
    return jobs.entrySet().stream()
        .map(job -> job.getKey() + "=" + String.join(",", job.getValue()))
        .collect(Collectors.joining(";"));
  }

  /** The names of all tasks, {@code ps/0} and so on. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    jobs.forEach(
        (job, addresses) -> {
          for (int task = 0; task < addresses.size(); task++) {
            names.add(name(job, task));
          }
        });
    return names;
  }

  static String name(String job, int task) {
    return job + "/" + task;
  }

  /** What tells a program which task it is: TensorFlow's variable, and Weir's. */
  Map<String, String> environment(String job, int task) {
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("cluster", jobs);
    Map<String, Object> self = new LinkedHashMap<>();
    self.put("type", job);
    self.put("index", task);
    description.put("task", self);
    return Map.of(
        "TF_CONFIG", JsonWriter.write(description),
        "WEIR_CLUSTER", text(),
        "WEIR_JOB", job,
        "WEIR_TASK", Integer.toString(task));
  }

  /**
   * An argument with {@code {job}}, {@code {task}}, {@code {cluster}}, {@code {target}} filled in.
   */
  String filledIn(String argument, String job, int task) {
    return argument
        .replace("{job}", job)
        .replace("{task}", Integer.toString(task))
        .replace("{cluster}", text())
        .replace("{target}", target(job, task));
  }
}
