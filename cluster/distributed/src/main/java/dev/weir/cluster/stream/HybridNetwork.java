package dev.weir.cluster.stream;

import dev.weir.cluster.grpc.GrpcNetwork;
import dev.weir.cluster.grpc.GrpcOptions;
import dev.weir.cluster.transport.MasterPort;
import dev.weir.cluster.transport.Network;
import dev.weir.cluster.transport.WorkerPort;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reaches TensorFlow's tasks by gRPC and Weir's own by streams for the calls that every step makes,
 * by gRPC for the others. With certificates gRPC carries everything. Thread-safe.
 */
public final class HybridNetwork implements Network {
  private final GrpcNetwork grpc;
  private final @Nullable Streams streams;
  private final Map<String, HybridPeer> peers = new ConcurrentHashMap<>();

  /** A network without connections yet. */
  public HybridNetwork(GrpcOptions grpc, StreamOptions streams) {
    this.grpc = new GrpcNetwork(grpc);
    this.streams =
        streams.isUsedWith(grpc.security()) ? new Streams(streams, grpc.security().token()) : null;
  }

  @Override
  public WorkerPort worker(String address) {
    WorkerPort plain = grpc.worker(address);
    return streams == null ? plain : new HybridWorker(peer(address, streams), plain);
  }

  @Override
  public MasterPort master(String address) {
    MasterPort plain = grpc.master(address);
    return streams == null ? plain : new HybridMaster(peer(address, streams), plain);
  }

  private HybridPeer peer(String address, Streams by) {
    HybridPeer known = peers.get(address);
    return known == null
        ? peers.computeIfAbsent(
            address, key -> new HybridPeer(key, grpc.worker(key), by, HybridPeer.RETRY))
        : known;
  }

  @Override
  public void close() {
    if (streams != null) {
      streams.close();
    }
    grpc.close();
  }
}
