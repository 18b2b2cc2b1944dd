package dev.weir.cluster.server;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.TaskId;
import dev.weir.error.WeirException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A whole cluster in this process, for tests of programs that run on one: real servers on free
 * ports of the loopback. Graphs may touch files in the working directory and in that for temporary
 * files.
 *
 * {@snippet :
 * try (LocalCluster cluster = LocalCluster.start(Map.of("ps", 1, "worker", 2));
 *     Session session = Session.connect(cluster.target("worker", 0), graph)) {
 *   ...
 * }
 * }
 */
public final class LocalCluster implements AutoCloseable {
  private final LoopbackPorts ports = new LoopbackPorts();
  private final ClusterSpec spec;
  private final Map<TaskId, Server> servers = new LinkedHashMap<>();

  private final Consumer<ServerOptions.Builder> changes;

  private LocalCluster(Map<String, Integer> jobs, Consumer<ServerOptions.Builder> changes) {
    this.spec = spec(jobs, ports);
    this.changes = changes;
  }

  /** Starts so many tasks of each job. */
  public static LocalCluster start(Map<String, Integer> jobs) {
    return start(jobs, options -> {});
  }

  /** Starts so many tasks of each job, with changes to the options of each. */
  public static LocalCluster start(
      Map<String, Integer> jobs, Consumer<ServerOptions.Builder> changes) {
    LocalCluster cluster = new LocalCluster(jobs, changes);
    try {
      for (TaskId task : cluster.spec.tasks()) {
        cluster.restart(task.job(), task.index());
      }
    } catch (RuntimeException | Error e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  private static ClusterSpec spec(Map<String, Integer> jobs, LoopbackPorts ports) {
    ClusterSpec.Builder spec = ClusterSpec.builder();
    jobs.forEach(
        (job, count) -> {
          for (int i = 0; i < count; i++) {
            spec.task(new TaskId(job, i), LoopbackPorts.HOST + ":" + ports.next());
          }
        });
    return spec.build();
  }

  /** Which tasks there are, and where. */
  public ClusterSpec spec() {
    return spec;
  }

  /** A task's server. */
  public Server server(String job, int index) {
    Server server = servers.get(new TaskId(job, index));
    if (server == null) {
      throw WeirException.notFound("no task %d of job %s runs in %s", index, job, spec);
    }
    return server;
  }

  /** What a client of that task connects to. */
  public String target(String job, int index) {
    return server(job, index).target();
  }

  /** Stops a task, if it runs, as if it had died. */
  public void stop(String job, int index) {
    Server server = servers.remove(new TaskId(job, index));
    if (server != null) {
      server.close();
    }
  }

  /** Starts a task anew, without anything it knew before. */
  public Server restart(String job, int index) {
    stop(job, index);
    TaskId task = new TaskId(job, index);
    ServerOptions.Builder options =
        ServerOptions.builder(task, new FixedMembership(spec))
            .allowedDirectories(
                List.of(Path.of(""), Path.of(System.getProperty("java.io.tmpdir"))));
    changes.accept(options);
    Server server = Server.start(options.build());
    servers.put(task, server);
    return server;
  }

  @Override
  public void close() {
    servers.values().forEach(Server::close);
    servers.clear();
    ports.close();
  }
}
