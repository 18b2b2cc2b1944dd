package dev.weir.cluster.server;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.TaskId;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

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
  private static final String LOOPBACK = "127.0.0.1";

  private final ClusterSpec spec;
  private final Map<TaskId, Server> servers = new LinkedHashMap<>();

  private final UnaryOperator<ServerOptions> changes;

  private LocalCluster(ClusterSpec spec, UnaryOperator<ServerOptions> changes) {
    this.spec = spec;
    this.changes = changes;
  }

  /** Starts so many tasks of each job. */
  public static LocalCluster start(Map<String, Integer> jobs) {
    return start(jobs, options -> options);
  }

  /** The same with other options than the usual ones. */
  public static LocalCluster start(
      Map<String, Integer> jobs, UnaryOperator<ServerOptions> changes) {
    LocalCluster cluster = new LocalCluster(freePorts(jobs), changes);
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

  private static ClusterSpec freePorts(Map<String, Integer> jobs) {
    ClusterSpec.Builder spec = ClusterSpec.builder();
    List<ServerSocket> held = new ArrayList<>(); // all at once, so that they differ
    try {
      for (Map.Entry<String, Integer> job : jobs.entrySet()) {
        for (int i = 0; i < job.getValue(); i++) {
          ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK));
          held.add(socket);
          spec.task(new TaskId(job.getKey(), i), LOOPBACK + ":" + socket.getLocalPort());
        }
      }
      return spec.build();
    } catch (IOException e) {
      throw WeirException.ofIo("looking for free ports", e);
    } finally {
      for (ServerSocket socket : held) {
        closed(socket);
      }
    }
  }

  private static void closed(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw WeirException.ofIo("giving a port back", e);
    }
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
    ServerOptions usual =
        ServerOptions.of(task, new FixedMembership(spec))
            .withAllowedDirectories(
                List.of(Path.of(""), Path.of(System.getProperty("java.io.tmpdir"))));
    Server server = Server.start(changes.apply(usual));
    servers.put(task, server);
    return server;
  }

  @Override
  public void close() {
    servers.values().forEach(Server::close);
    servers.clear();
  }
}
