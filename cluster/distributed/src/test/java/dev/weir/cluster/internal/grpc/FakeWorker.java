package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.RpcHandlers;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.DeregisterGraph;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RegisterGraph;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.StepResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A worker that notes what it is asked, and answers as the test says. */
public final class FakeWorker implements WorkerPort {
  public final BlockingQueue<Object> asked = new LinkedBlockingQueue<>();
  public volatile Duration lastLimit = Duration.ZERO;
  public volatile List<DeviceInfo> devices = List.of();
  public volatile Function<RunGraph, CompletableFuture<StepResult>> onRunGraph =
      request -> CompletableFuture.completedFuture(new StepResult(List.of(), List.of()));
  public volatile Function<ReceiveTensor, CompletableFuture<ReceivedTensor>> onReceive =
      request -> CompletableFuture.completedFuture(ReceivedTensor.DEAD);

  private final RpcHandlers handlers =
      RpcHandlers.builder()
          .on(Rpcs.GET_STATUS, (none, timeout) -> status(timeout))
          .on(Rpcs.CREATE_WORKER_SESSION, this::createSession)
          .on(Rpcs.DELETE_WORKER_SESSION, this::deleteSession)
          .on(Rpcs.RENEW_SESSIONS, this::renewSessions)
          .on(Rpcs.REGISTER_GRAPH, this::registerGraph)
          .on(Rpcs.DEREGISTER_GRAPH, this::deregisterGraph)
          .on(Rpcs.RUN_GRAPH, this::runGraph)
          .on(Rpcs.CLEANUP_GRAPH, this::cleanupGraph)
          .on(Rpcs.CLEANUP_ALL, this::cleanupAll)
          .on(Rpcs.RECV_TENSOR, this::receiveTensor)
          .build();

  @Override
  public <Q, R extends @Nullable Object> CompletableFuture<R> call(
      Rpc<Q, R> rpc, Q request, Duration timeout) {
    return handlers.call(rpc, request, timeout);
  }

  private CompletableFuture<@Nullable Void> note(Object request, Duration limit) {
    lastLimit = limit;
    asked.add(request);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<List<DeviceInfo>> status(Duration limit) {
    lastLimit = limit;
    return CompletableFuture.completedFuture(devices);
  }

  @Override
  public CompletableFuture<@Nullable Void> createSession(
      CreateWorkerSession request, Duration limit) {
    return note(request, limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> deleteSession(String session, Duration limit) {
    return note("delete " + session, limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> renewSessions(List<String> sessions, Duration limit) {
    return note("renew " + sessions, limit);
  }

  @Override
  public CompletableFuture<String> registerGraph(RegisterGraph request, Duration limit) {
    asked.add(request);
    return CompletableFuture.completedFuture("0000000000000001");
  }

  @Override
  public CompletableFuture<@Nullable Void> deregisterGraph(
      DeregisterGraph request, Duration limit) {
    return note("deregister " + request.session() + " " + request.graph(), limit);
  }

  @Override
  public CompletableFuture<StepResult> runGraph(RunGraph request, Duration limit) {
    lastLimit = limit;
    return onRunGraph.apply(request);
  }

  @Override
  public CompletableFuture<@Nullable Void> cleanupGraph(long step, Duration limit) {
    return note("clean up " + step, limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> cleanupAll(List<String> containers, Duration limit) {
    return note("clean up " + containers, limit);
  }

  @Override
  public CompletableFuture<ReceivedTensor> receiveTensor(ReceiveTensor request, Duration limit) {
    lastLimit = limit;
    return onReceive.apply(request);
  }
}
