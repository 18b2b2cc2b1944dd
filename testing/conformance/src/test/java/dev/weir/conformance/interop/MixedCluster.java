package dev.weir.conformance.interop;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.server.Server;
import dev.weir.cluster.server.ServerOptions;
import dev.weir.conformance.peer.ClusterAddresses;
import dev.weir.conformance.peer.TensorFlowServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A ps and a worker, each Weir's, in this process, or TensorFlow's. A test that has several
 * clusters starts all of TensorFlow's tasks at once.
 */
final class MixedCluster implements AutoCloseable {
  private final ClusterAddresses addresses = ClusterAddresses.find(1, 1);
  private final Map<String, Server> servers = new HashMap<>();
  private final List<TensorFlowServer.Place> vacant = new ArrayList<>();

  private MixedCluster() {}

  /** Starts the tasks that are Weir's. */
  static MixedCluster start(Maker ps, Maker worker) {
    MixedCluster cluster = new MixedCluster();
    try {
      cluster.start("ps", ps);
      cluster.start("worker", worker);
      return cluster;
    } catch (RuntimeException | Error e) {
      cluster.close();
      throw e;
    }
  }

  private void start(String job, Maker maker) {
    if (maker == Maker.TENSORFLOW) {
      vacant.add(new TensorFlowServer.Place(job, 0, addresses.text()));
    } else {
      FixedMembership membership = new FixedMembership(ClusterSpec.parse(addresses.text()));
      servers.put(job, Server.start(ServerOptions.of(new TaskId(job, 0), membership)));
    }
  }

  /** The tasks that TensorFlow has to serve. */
  List<TensorFlowServer.Place> vacant() {
    return List.copyOf(vacant);
  }

  /** What a client of task 0 of a job connects to. */
  String target(String job) {
    return "grpc://" + address(job);
  }

  /** {@code host:port} of task 0 of a job. */
  String address(String job) {
    return addresses.address(job, 0);
  }

  /** The tasks that are Weir's. */
  List<Server> servers() {
    return List.copyOf(servers.values());
  }

  @Override
  public void close() {
    servers.values().forEach(Server::close);
  }
}
