package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.RpcHandlers;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.DeviceList;
import dev.weir.cluster.internal.wire.ExplainPlacement;
import dev.weir.cluster.internal.wire.ExtendSession;
import dev.weir.cluster.internal.wire.MakeCallable;
import dev.weir.cluster.internal.wire.PartialRunSetup;
import dev.weir.cluster.internal.wire.ReleaseCallable;
import dev.weir.cluster.internal.wire.ResetContainers;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.runtime.place.Placement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A master that notes what it is asked, and answers as the test says. */
public final class FakeMaster implements MasterPort {
  public final BlockingQueue<Object> asked = new LinkedBlockingQueue<>();
  public volatile DeviceList devices = new DeviceList(List.of(), List.of());
  public volatile Function<RunStep, CompletableFuture<StepResult>> onRunStep =
      request -> CompletableFuture.completedFuture(new StepResult(List.of(), List.of()));
  public volatile Function<RunCallable, CompletableFuture<StepResult>> onRunCallable =
      request -> CompletableFuture.completedFuture(new StepResult(List.of(), List.of()));

  public volatile Runnable beforeExtending = () -> {};

  private final RpcHandlers handlers =
      RpcHandlers.builder()
          .on(Rpcs.CREATE_SESSION, this::createSession)
          .on(Rpcs.EXTEND_SESSION, this::extendSession)
          .on(Rpcs.RUN_STEP, this::runStep)
          .on(Rpcs.PARTIAL_RUN_SETUP, this::setUpPartialRun)
          .on(Rpcs.CLOSE_SESSION, this::closeSession)
          .on(Rpcs.LIST_DEVICES, this::listDevices)
          .on(Rpcs.RESET, this::reset)
          .on(Rpcs.EXPLAIN_PLACEMENT, this::explainPlacement)
          .on(Rpcs.MAKE_CALLABLE, this::makeCallable)
          .on(Rpcs.RUN_CALLABLE, this::runCallable)
          .on(Rpcs.RELEASE_CALLABLE, this::releaseCallable)
          .build();

  @Override
  public <Q, R extends @Nullable Object> CompletableFuture<R> call(
      Rpc<Q, R> rpc, Q request, Duration timeout) {
    return handlers.call(rpc, request, timeout);
  }

  private <T extends @Nullable Object> CompletableFuture<T> note(Object request, T answer) {
    asked.add(request);
    return CompletableFuture.completedFuture(answer);
  }

  @Override
  public CompletableFuture<CreateSession.Created> createSession(
      CreateSession request, Duration limit) {
    return note(request, new CreateSession.Created("00000000000000aa", 0));
  }

  @Override
  public CompletableFuture<Long> extendSession(ExtendSession request, Duration limit) {
    beforeExtending.run();
    return note(request, request.graphVersion() + 1);
  }

  @Override
  public CompletableFuture<StepResult> runStep(RunStep request, Duration limit) {
    return onRunStep.apply(request);
  }

  @Override
  public CompletableFuture<String> setUpPartialRun(PartialRunSetup request, Duration limit) {
    return note(request, "1");
  }

  @Override
  public CompletableFuture<Placement> explainPlacement(ExplainPlacement request, Duration limit) {
    return note(
        request,
        new Placement(
            List.of(new Placement.Decision("n", "Add", "/cpu:0", "asked for it", List.of("/c")))));
  }

  @Override
  public CompletableFuture<@Nullable Void> closeSession(String session, Duration limit) {
    return this.<@Nullable Void>note("close " + session, null);
  }

  @Override
  public CompletableFuture<DeviceList> listDevices(String session, Duration limit) {
    return note("list " + session, devices);
  }

  @Override
  public CompletableFuture<@Nullable Void> reset(ResetContainers request, Duration limit) {
    return this.<@Nullable Void>note(
        "reset " + request.containers() + " " + request.deviceFilters(), null);
  }

  @Override
  public CompletableFuture<Long> makeCallable(MakeCallable request, Duration limit) {
    return note(request, 7L);
  }

  @Override
  public CompletableFuture<StepResult> runCallable(RunCallable request, Duration limit) {
    return onRunCallable.apply(request);
  }

  @Override
  public CompletableFuture<@Nullable Void> releaseCallable(
      ReleaseCallable request, Duration limit) {
    return this.<@Nullable Void>note(
        "release " + request.session() + " " + request.callable(), null);
  }
}
