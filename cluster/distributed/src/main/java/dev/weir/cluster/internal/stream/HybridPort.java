package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.RpcPort;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.transport.WorkerPort;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The master and worker of a task in another process: streams carry the methods that every step
 * calls, gRPC all others.
 *
 * @param peers gives the peer for each call: one that is idle for long may be closed and replaced
 */
record HybridPort(Supplier<HybridPeer> peers, RpcPort grpc) implements MasterPort, WorkerPort {
  @Override
  public <Q, R extends @Nullable Object> CompletableFuture<R> call(
      Rpc<Q, R> rpc, Q request, Duration timeout) {
    return rpc.goesOverStreams()
        ? peers.get().call(rpc, request, timeout)
        : grpc.call(rpc, request, timeout);
  }
}
