package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.grpc.GrpcNetwork;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.grpc.Security;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.transport.PeerCache;
import dev.weir.cluster.internal.transport.RpcNetwork;
import dev.weir.cluster.internal.transport.WorkerPort;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reaches TensorFlow's tasks by gRPC and Weir's own by streams for the calls that every step makes,
 * by gRPC for the others. With certificates both are secure. Thread-safe.
 */
public final class HybridNetwork implements RpcNetwork {
  private final GrpcNetwork grpc;
  private final @Nullable StreamClient streams;
  private final PeerCache<HybridPeer> peers;

  /** A network without connections yet. */
  public HybridNetwork(GrpcOptions grpc, StreamOptions streams) {
    this(grpc, streams, () -> PeerCache.MOST);
  }

  /**
   * A network without connections yet.
   *
   * @param mostPeers how many addresses it may be connected to
   */
  public HybridNetwork(GrpcOptions grpc, StreamOptions streams, IntSupplier mostPeers) {
    this.grpc = new GrpcNetwork(grpc, mostPeers);
    this.streams = streams.enabled() ? streams(grpc.security(), streams) : null;
    this.peers = new PeerCache<>(mostPeers, this::connect, HybridPeer::isIdle, HybridPeer::hangUp);
  }

  private HybridPeer connect(String address) {
    return new HybridPeer(
        address, grpc.worker(address), Objects.requireNonNull(streams), HybridPeer.RETRY);
  }

  private static StreamClient streams(Security security, StreamOptions options) {
    Security.Certificates certificates = security.certificates();
    return new StreamClient(
        options,
        security.token(),
        certificates == null ? null : certificates.identity(),
        StreamClient.CONNECTING);
  }

  /** All bytes of messages sent so far. */
  public long sentBytes() {
    return grpc.traffic().sent() + (streams == null ? 0 : streams.traffic().sent());
  }

  /** All bytes of messages received so far. */
  public long receivedBytes() {
    return grpc.traffic().received() + (streams == null ? 0 : streams.traffic().received());
  }

  @Override
  public WorkerPort worker(String address) {
    WorkerPort plain = grpc.worker(address);
    return streams == null ? plain : new HybridPort(() -> peers.get(address), plain);
  }

  @Override
  public MasterPort master(String address) {
    MasterPort plain = grpc.master(address);
    return streams == null ? plain : new HybridPort(() -> peers.get(address), plain);
  }

  @Override
  public void close() {
    if (streams != null) {
      streams.close();
    }
    grpc.close();
  }
}
