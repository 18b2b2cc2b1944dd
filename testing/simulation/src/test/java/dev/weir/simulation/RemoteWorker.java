package dev.weir.simulation;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.grpc.GrpcCodecs;
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
import org.jspecify.annotations.Nullable;

/** The worker of another task, over the simulated network. */
final class RemoteWorker implements WorkerPort {
  private final SimulatedNetwork network;
  private final Endpoint caller;
  private final TaskId callee;

  /** Who was found there; another task that has its place meanwhile is reached when it is gone. */
  private final @Nullable SimulatedTask address;

  RemoteWorker(SimulatedNetwork network, Endpoint caller, TaskId callee) {
    this.network = network;
    this.caller = caller;
    this.callee = callee;
    this.address = network.alive(callee);
  }

  private <Q, R extends @Nullable Object> CompletableFuture<R> call(
      SimulatedCall.Method<Q, R> method,
      SimulatedCall.Serving<Q> serving,
      Q request,
      Duration limit) {
    return new SimulatedCall<>(network, caller, callee, address, method, serving)
        .start(request, limit);
  }

  private static <Q, R extends @Nullable Object> SimulatedCall.Method<Q, R> plain(
      String name, boolean duplicates) {
    return new SimulatedCall.Method<>(name, duplicates, Cargo.plain(), Cargo.plain());
  }

  private static <Q, R extends @Nullable Object> SimulatedCall.Method<Q, R> asking(
      String name, Codec<Q> request) {
    return new SimulatedCall.Method<>(name, true, Cargo.of(request), Cargo.plain());
  }

  @Override
  public CompletableFuture<List<DeviceInfo>> status(Duration limit) {
    return call(
        new SimulatedCall.Method<>(
            "GetStatus", true, Cargo.<String>plain(), Cargo.of(GrpcCodecs.DEVICES)),
        (task, none) -> task.worker().status(limit),
        "",
        limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> createSession(
      CreateWorkerSession request, Duration limit) {
    return call(
        asking("CreateWorkerSession", GrpcCodecs.CREATE_WORKER_SESSION),
        (task, asked) -> task.worker().createSession(asked, limit),
        request,
        limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> deleteSession(String session, Duration limit) {
    return call(
        plain("DeleteWorkerSession", true),
        (task, asked) -> task.worker().deleteSession(asked, limit),
        session,
        limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> renewSessions(List<String> sessions, Duration limit) {
    return call(
        asking("RenewSessions", GrpcCodecs.RENEW_SESSIONS),
        (task, asked) -> task.worker().renewSessions(asked, limit),
        sessions,
        limit);
  }

  @Override
  public CompletableFuture<String> registerGraph(RegisterGraph request, Duration limit) {
    return call(
        asking("RegisterGraph", GrpcCodecs.REGISTER_GRAPH),
        (task, asked) -> task.worker().registerGraph(asked, limit),
        request,
        limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> deregisterGraph(
      String session, String graph, Duration limit) {
    return call(
        plain("DeregisterGraph", true),
        (task, asked) -> task.worker().deregisterGraph(session, asked, limit),
        graph,
        limit);
  }

  @Override
  public CompletableFuture<StepResult> runGraph(RunGraph request, Duration limit) {
    return call(
        new SimulatedCall.Method<>(
            "RunGraph " + request.step(),
            true,
            network.transport().runGraph(),
            network.transport().runGraphResult()),
        (task, asked) -> task.worker().runGraph(asked, limit),
        request,
        limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> cleanupGraph(long step, Duration limit) {
    return call(
        plain("CleanupGraph " + step, true),
        (task, asked) -> task.worker().cleanupGraph(asked, limit),
        step,
        limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> cleanupAll(List<String> containers, Duration limit) {
    return call(
        plain("CleanupAll", false),
        (task, asked) -> task.worker().cleanupAll(asked, limit),
        containers,
        limit);
  }

  @Override
  public CompletableFuture<ReceivedTensor> receiveTensor(ReceiveTensor request, Duration limit) {
    return call(
        new SimulatedCall.Method<>(
            "RecvTensor " + request.step() + " " + request.key(),
            true,
            network.transport().receiveTensor(),
            network.transport().receivedTensor()),
        (task, asked) -> task.worker().receiveTensor(asked, limit),
        request,
        limit);
  }
}
