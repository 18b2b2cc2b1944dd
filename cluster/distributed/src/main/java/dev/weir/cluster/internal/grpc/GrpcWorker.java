package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RegisterGraph;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.schema.CleanupAllRequest;
import dev.weir.schema.CleanupGraphRequest;
import dev.weir.schema.DeleteWorkerSessionRequest;
import dev.weir.schema.DeregisterGraphRequest;
import dev.weir.schema.GetStatusRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A worker in another process. */
final class GrpcWorker implements WorkerPort {
  private final Supplier<Peer> peer;
  private final WorkerCalls calls;

  GrpcWorker(Supplier<Peer> peer, WorkerCalls calls) {
    this.peer = peer;
    this.calls = calls;
  }

  @Override
  public CompletableFuture<List<DeviceInfo>> status(Duration limit) {
    return peer.get()
        .call(calls.status, new SchemaMessage(GetStatusRequest.getDefaultInstance()), limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> createSession(
      CreateWorkerSession request, Duration limit) {
    return peer.get().call(calls.createSession, WorkerMessages.write(request), limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> deleteSession(String session, Duration limit) {
    return peer.get()
        .call(
            calls.deleteSession,
            new SchemaMessage(
                DeleteWorkerSessionRequest.newBuilder().setSessionHandle(session).build()),
            limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> renewSessions(List<String> sessions, Duration limit) {
    return peer.get().call(calls.renewSessions, WorkerMessages.renewal(sessions), limit);
  }

  @Override
  public CompletableFuture<String> registerGraph(RegisterGraph request, Duration limit) {
    return peer.get().call(calls.registerGraph, WorkerMessages.write(request), limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> deregisterGraph(
      String session, String graph, Duration limit) {
    return peer.get()
        .call(
            calls.deregisterGraph,
            new SchemaMessage(
                DeregisterGraphRequest.newBuilder()
                    .setSessionHandle(session)
                    .setGraphHandle(graph)
                    .setCreateWorkerSessionCalled(true)
                    .build()),
            limit);
  }

  @Override
  public CompletableFuture<StepResult> runGraph(RunGraph request, Duration limit) {
    return peer.get()
        .call(calls.runGraph, RunGraphMessages.write(request), limit, StepResult::release);
  }

  @Override
  public CompletableFuture<@Nullable Void> cleanupGraph(long step, Duration limit) {
    return peer.get()
        .call(
            calls.cleanupGraph,
            new SchemaMessage(CleanupGraphRequest.newBuilder().setStepId(step).build()),
            limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> cleanupAll(List<String> containers, Duration limit) {
    return peer.get()
        .call(
            calls.cleanupAll,
            new SchemaMessage(CleanupAllRequest.newBuilder().addAllContainer(containers).build()),
            limit);
  }

  @Override
  public CompletableFuture<ReceivedTensor> receiveTensor(ReceiveTensor request, Duration limit) {
    return peer.get()
        .call(calls.receiveTensor, WorkerMessages.write(request), limit, ReceivedTensor::release);
  }
}
