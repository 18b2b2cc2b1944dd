package dev.weir.simulation;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.grpc.GrpcCodecs;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.DeviceList;
import dev.weir.cluster.internal.wire.ExtendSession;
import dev.weir.cluster.internal.wire.MakeCallable;
import dev.weir.cluster.internal.wire.PartialRunSetup;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.cluster.internal.wire.ExplainPlacement;
import dev.weir.runtime.place.Placement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The master of another task, over the simulated network. */
final class RemoteMaster implements MasterPort {
  private final SimulatedNetwork network;
  private final Endpoint caller;
  private final TaskId callee;

  /** Who was found there; another task that has its place meanwhile is reached when it is gone. */
  private final @Nullable SimulatedTask address;

  RemoteMaster(SimulatedNetwork network, Endpoint caller, TaskId callee) {
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
      String name, boolean duplicates, Codec<Q> request) {
    return new SimulatedCall.Method<>(name, duplicates, Cargo.of(request), Cargo.plain());
  }

  @Override
  public CompletableFuture<CreateSession.Created> createSession(
      CreateSession request, Duration limit) {
    return call(
        new SimulatedCall.Method<>(
            "CreateSession",
            false,
            Cargo.of(GrpcCodecs.CREATE_SESSION),
            Cargo.of(GrpcCodecs.CREATED)),
        (task, asked) -> task.master().createSession(asked, limit),
        request,
        limit);
  }

  @Override
  public CompletableFuture<Long> extendSession(ExtendSession request, Duration limit) {
    return call(
        asking("ExtendSession", false, GrpcCodecs.EXTEND_SESSION),
        (task, asked) -> task.master().extendSession(asked, limit),
        request,
        limit);
  }

  @Override
  public CompletableFuture<StepResult> runStep(RunStep request, Duration limit) {
    return call(
        new SimulatedCall.Method<>(
            "RunStep", true, network.transport().runStep(), network.transport().runStepResult()),
        (task, asked) -> task.master().runStep(asked, limit),
        request,
        limit);
  }

  @Override
  public CompletableFuture<String> setUpPartialRun(PartialRunSetup request, Duration limit) {
    return call(
        asking("PartialRunSetup", true, GrpcCodecs.PARTIAL_RUN_SETUP),
        (task, asked) -> task.master().setUpPartialRun(asked, limit),
        request,
        limit);
  }

  @Override
  public CompletableFuture<Placement> explainPlacement(ExplainPlacement request, Duration limit) {
    return call(
        new SimulatedCall.Method<>(
            "ExplainPlacement",
            true,
            Cargo.of(GrpcCodecs.EXPLAIN_PLACEMENT),
            Cargo.of(GrpcCodecs.PLACEMENT)),
        (task, asked) -> task.master().explainPlacement(asked, limit),
        request,
        limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> closeSession(String session, Duration limit) {
    return call(
        plain("CloseSession", true),
        (task, asked) -> task.master().closeSession(asked, limit),
        session,
        limit);
  }

  @Override
  public CompletableFuture<DeviceList> listDevices(String session, Duration limit) {
    return call(
        new SimulatedCall.Method<>(
            "ListDevices", true, Cargo.<String>plain(), Cargo.of(GrpcCodecs.DEVICE_LIST)),
        (task, asked) -> task.master().listDevices(asked, limit),
        session,
        limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> reset(
      List<String> containers, List<String> deviceFilters, Duration limit) {
    return call(
        plain("Reset", false),
        (task, asked) -> task.master().reset(asked, deviceFilters, limit),
        containers,
        limit);
  }

  @Override
  public CompletableFuture<Long> makeCallable(MakeCallable request, Duration limit) {
    return call(
        asking("MakeCallable", true, GrpcCodecs.MAKE_CALLABLE),
        (task, asked) -> task.master().makeCallable(asked, limit),
        request,
        limit);
  }

  @Override
  public CompletableFuture<StepResult> runCallable(RunCallable request, Duration limit) {
    return call(
        new SimulatedCall.Method<>(
            "RunCallable",
            true,
            network.transport().runCallable(),
            network.transport().runCallableResult()),
        (task, asked) -> task.master().runCallable(asked, limit),
        request,
        limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> releaseCallable(
      String session, long callable, Duration limit) {
    return call(
        plain("ReleaseCallable", true),
        (task, asked) -> task.master().releaseCallable(session, asked, limit),
        callable,
        limit);
  }
}
