package dev.weir.cluster.client;

import dev.weir.cluster.grpc.GrpcOptions;
import dev.weir.cluster.stream.HybridNetwork;
import dev.weir.cluster.stream.StreamOptions;
import dev.weir.cluster.transport.Network;
import dev.weir.cluster.wire.SessionOptions;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.Connector;
import dev.weir.runtime.Engine;
import dev.weir.runtime.SessionConfig;
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
  public Engine connect(String target, Graph graph, SessionConfig config) {
    String address = target.substring(SCHEME.length());
    ClusterOptions asked = config.cluster();
    SessionOptions options =
        new SessionOptions(
            asked.deviceFilters(),
            config.softPlacement(),
            Duration.ZERO,
            asked.isolated(),
            asked.truncates(),
            asked.compresses() ? COMPRESSION : "");
    Network network =
        new HybridNetwork(
            GrpcOptions.DEFAULT.withSecurity(ClientSecurity.of(asked.credentials())),
            StreamOptions.DEFAULT);
    try {
      new Arrival(target, network.worker(address)).await(asked.arrival());
      return new ClusterEngine(
          target,
          network.master(address),
          graph,
          config,
          options,
          network::close,
          Pulse.of(network.worker(address)));
    } catch (WeirException e) {
      network.close();
      throw e;
    }
  }
}
