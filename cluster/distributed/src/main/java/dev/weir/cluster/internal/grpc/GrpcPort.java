package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.transport.WorkerPort;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The master and worker of a task in another process.
 *
 * @param peer gives the peer for each call: one that is idle for long may be closed and replaced
 */
record GrpcPort(Supplier<GrpcPeer> peer, GrpcMethods methods) implements MasterPort, WorkerPort {
  @Override
  public <Q, R extends @Nullable Object> CompletableFuture<R> call(
      Rpc<Q, R> rpc, Q request, Duration timeout) {
    return peer.get().call(methods.of(rpc), rpc.request().encode(request), timeout);
  }
}
