package dev.weir.cluster.client;

import dev.weir.cluster.grpc.GrpcNetwork;
import dev.weir.cluster.grpc.GrpcOptions;
import dev.weir.cluster.wire.SessionOptions;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.runtime.Connector;
import dev.weir.runtime.Engine;
import dev.weir.runtime.SessionConfig;
import java.time.Duration;

/** Reaches clusters by gRPC, Weir's and TensorFlow's: {@code grpc://host:port}. */
public final class GrpcConnector implements Connector {
  private static final String SCHEME = "grpc://";

  /** Found by {@link java.util.ServiceLoader}. */
  public GrpcConnector() {}

  @Override
  public boolean reaches(String target) {
    return target.startsWith(SCHEME);
  }

  @Override
  public Engine connect(String target, Graph graph, SessionConfig config) {
    String address = target.substring(SCHEME.length());
    SessionOptions options =
        new SessionOptions(
            config.deviceFilters(), config.softPlacement(), Duration.ZERO, false, false, "");
    GrpcNetwork network =
        new GrpcNetwork(GrpcOptions.DEFAULT.withSecurity(ClientSecurity.ofProcess()));
    try {
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
