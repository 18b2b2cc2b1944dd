package dev.weir.cluster.internal.client;

import dev.weir.cluster.HostPort;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.stream.HybridNetwork;
import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.cluster.internal.transport.RpcNetwork;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.graph.Graph;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.internal.Connector;
import dev.weir.runtime.internal.Engine;
import java.time.Duration;

/** Reaches clusters by gRPC, Weir's and TensorFlow's: {@code grpc://host:port}. */
public final class GrpcConnector implements Connector {
  private static final String SCHEME = "grpc://";
  private static final String COMPRESSION = "gzip";

  /** Found by {@link java.util.ServiceLoader}. */
  public GrpcConnector() {}

  @Override
  public boolean reaches(String target) {
    return target.startsWith(SCHEME);
  }

  @Override
  public Engine connect(String target, Graph graph, ClusterOptions asked) {
    String address = HostPort.parse(target.substring(SCHEME.length())).reachable().toString();
    SessionOptions options =
        new SessionOptions(
            asked.deviceFilters(),
            asked.softPlacement(),
            Duration.ZERO,
            asked.isolated(),
            asked.truncateTransfers(),
            asked.compressTransfers() ? COMPRESSION : "");
    RpcNetwork network =
        new HybridNetwork(
            GrpcOptions.builder().security(ClientSecurity.of(asked.credentials())).build(),
            streams(asked));
    try {
      new TaskAvailability(target, network.worker(address)).await(asked.connectTimeout());
      return new ClusterEngine(
          target, network.master(address), network.worker(address), graph, options, network::close);
    } catch (RuntimeException | Error e) {
      network.close();
      throw e;
    }
  }

  /** How a program that asks for this exchanges steps with Weir's own tasks. */
  static StreamOptions streams(ClusterOptions asked) {
    return asked.checksums()
        ? StreamOptions.DEFAULT
        : StreamOptions.builder().checksums(false).build();
  }
}
