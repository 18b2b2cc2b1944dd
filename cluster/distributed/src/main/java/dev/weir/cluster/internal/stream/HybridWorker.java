package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RegisterGraph;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.StepResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A worker in another process, of which streams carry what every step asks. */
final class HybridWorker implements WorkerPort {
  private final Supplier<HybridPeer> peers;
  private final WorkerPort grpc;

  HybridWorker(HybridPeer peer, WorkerPort grpc) {
    this(() -> peer, grpc);
  }

  /**
   * A worker.
   *
   * @param peers gives the peer for each call: one that was not used for long may have been closed
   */
  HybridWorker(Supplier<HybridPeer> peers, WorkerPort grpc) {
    this.peers = peers;
    this.grpc = grpc;
  }

  @Override
  public CompletableFuture<StepResult> runGraph(RunGraph request, Duration limit) {
    HybridPeer peer = peers.get();
    RunGraph kept = RetainedRequests.of(request);
    return peer.call(
        ResponseCodec.RUN_GRAPH,
        out -> Records.write(kept, out),
        RetainedRequests.tensors(kept.sends()),
        limit,
        () -> grpc.runGraph(kept, limit));
  }

  @Override
  public CompletableFuture<ReceivedTensor> receiveTensor(ReceiveTensor request, Duration limit) {
    return peers
        .get()
        .call(
            ResponseCodec.receiveTensor(request.key()),
            out -> Records.write(request, out),
            List.of(),
            limit,
            () -> grpc.receiveTensor(request, limit));
  }

  @Override
  public CompletableFuture<@Nullable Void> cleanupGraph(long step, Duration limit) {
    return peers
        .get()
        .call(
            ResponseCodec.CLEAN_UP,
            out -> out.number(step),
            List.of(),
            limit,
            () -> grpc.cleanupGraph(step, limit));
  }

  @Override
  public CompletableFuture<List<DeviceInfo>> status(Duration limit) {
    return grpc.status(limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> createSession(
      CreateWorkerSession request, Duration limit) {
    return grpc.createSession(request, limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> deleteSession(String session, Duration limit) {
    return grpc.deleteSession(session, limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> renewSessions(List<String> sessions, Duration limit) {
    return grpc.renewSessions(sessions, limit);
  }

  @Override
  public CompletableFuture<String> registerGraph(RegisterGraph request, Duration limit) {
    return grpc.registerGraph(request, limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> deregisterGraph(
      String session, String graph, Duration limit) {
    return grpc.deregisterGraph(session, graph, limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> cleanupAll(List<String> containers, Duration limit) {
    return grpc.cleanupAll(containers, limit);
  }
}
