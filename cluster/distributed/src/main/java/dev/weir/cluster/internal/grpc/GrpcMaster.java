package dev.weir.cluster.internal.grpc;

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
import dev.weir.schema.CloseSessionRequest;
import dev.weir.schema.ListDevicesRequest;
import dev.weir.schema.ReleaseCallableRequest;
import dev.weir.schema.ResetRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A master in another process. */
final class GrpcMaster implements MasterPort {
  private final Supplier<Peer> peer;
  private final MasterCalls calls;

  GrpcMaster(Supplier<Peer> peer, MasterCalls calls) {
    this.peer = peer;
    this.calls = calls;
  }

  @Override
  public CompletableFuture<CreateSession.Created> createSession(
      CreateSession request, Duration limit) {
    return peer.get().call(calls.createSession, MasterMessages.write(request), limit);
  }

  @Override
  public CompletableFuture<Long> extendSession(ExtendSession request, Duration limit) {
    return peer.get().call(calls.extendSession, MasterMessages.write(request), limit);
  }

  @Override
  public CompletableFuture<StepResult> runStep(RunStep request, Duration limit) {
    return peer.get()
        .call(calls.runStep, RunStepMessages.write(request), limit, StepResult::release);
  }

  @Override
  public CompletableFuture<String> setUpPartialRun(PartialRunSetup request, Duration limit) {
    return peer.get().call(calls.partialRunSetup, MasterMessages.write(request), limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> closeSession(String session, Duration limit) {
    return peer.get()
        .call(
            calls.closeSession,
            new SchemaMessage(CloseSessionRequest.newBuilder().setSessionHandle(session).build()),
            limit);
  }

  @Override
  public CompletableFuture<DeviceList> listDevices(String session, Duration limit) {
    return peer.get()
        .call(
            calls.listDevices,
            new SchemaMessage(ListDevicesRequest.newBuilder().setSessionHandle(session).build()),
            limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> reset(
      List<String> containers, List<String> deviceFilters, Duration limit) {
    return peer.get()
        .call(
            calls.reset,
            new SchemaMessage(
                ResetRequest.newBuilder()
                    .addAllContainer(containers)
                    .addAllDeviceFilters(deviceFilters)
                    .build()),
            limit);
  }

  @Override
  public CompletableFuture<Placement> explainPlacement(ExplainPlacement request, Duration limit) {
    return peer.get().call(calls.explainPlacement, MasterMessages.write(request), limit);
  }

  @Override
  public CompletableFuture<Long> makeCallable(MakeCallable request, Duration limit) {
    return peer.get().call(calls.makeCallable, MasterMessages.write(request), limit);
  }

  @Override
  public CompletableFuture<StepResult> runCallable(RunCallable request, Duration limit) {
    return peer.get()
        .call(calls.runCallable, RunCallableMessages.write(request), limit, StepResult::release);
  }

  @Override
  public CompletableFuture<@Nullable Void> releaseCallable(
      String session, long callable, Duration limit) {
    return peer.get()
        .call(
            calls.releaseCallable,
            new SchemaMessage(
                ReleaseCallableRequest.newBuilder()
                    .setSessionHandle(session)
                    .setHandle(callable)
                    .build()),
            limit);
  }
}
