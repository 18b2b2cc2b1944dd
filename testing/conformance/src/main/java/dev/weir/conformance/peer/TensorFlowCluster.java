package dev.weir.conformance.peer;

import dev.weir.error.WeirException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A cluster on this machine whose tasks are all served by TensorFlow, a process each. */
public final class TensorFlowCluster implements AutoCloseable {
  private final ClusterAddresses addresses;
  private final Map<String, TensorFlowServer> servers = new LinkedHashMap<>();

  private TensorFlowCluster(ClusterAddresses addresses) {
    this.addresses = addresses;
  }

  /** Starts a ps and a worker job with so many tasks each, and waits until all serve. */
  public static TensorFlowCluster start(int ps, int workers) {
    TensorFlowCluster cluster = new TensorFlowCluster(ClusterAddresses.find(ps, workers));
    try {
      cluster.startAll();
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void startAll() {
    for (ClusterAddresses.Task task : addresses.tasks()) {
      servers.put(
          task.toString(), TensorFlowServer.start(task.job(), task.index(), addresses.text()));
    }
    servers.values().forEach(TensorFlowServer::awaitReady);
  }

  /** Where a client finds a task: {@code grpc://localhost:2222}. */
  public String target(String job, int index) {
    return "grpc://" + addresses.address(job, index);
  }

  /** The server of a task. */
  public TensorFlowServer server(String job, int index) {
    TensorFlowServer server = servers.get(new ClusterAddresses.Task(job, index).toString());
    if (server == null) {
      throw WeirException.notFound(
          "this cluster has no task %d of job %s, only %s", index, job, servers.keySet());
    }
    return server;
  }

  /** All tasks and their addresses. */
  public ClusterAddresses addresses() {
    return addresses;
  }

  @Override
  public void close() {
    List<RuntimeException> failures = new ArrayList<>();
    for (TensorFlowServer server : servers.values()) {
      try {
        server.close();
      } catch (RuntimeException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.getFirst();
    }
  }
}
