package dev.weir.cluster.internal.stream;

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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A master in another process, of which streams carry the runs of steps. */
final class HybridMaster implements MasterPort {
  private final Supplier<HybridPeer> peers;
  private final MasterPort grpc;

  /**
   * A master.
   *
   * @param peers gives the peer for each call: one that was not used for long may have been closed
   */
  HybridMaster(Supplier<HybridPeer> peers, MasterPort grpc) {
    this.peers = peers;
    this.grpc = grpc;
  }

  @Override
  public CompletableFuture<StepResult> runStep(RunStep request, Duration limit) {
    HybridPeer peer = peers.get();
    RunStep kept = RetainedRequests.of(request);
    return peer.call(
        ResponseCodec.RUN_STEP,
        out -> Records.write(kept, out),
        RetainedRequests.tensors(kept.feeds()),
        limit,
        () -> grpc.runStep(kept, limit));
  }

  @Override
  public CompletableFuture<StepResult> runCallable(RunCallable request, Duration limit) {
    HybridPeer peer = peers.get();
    RunCallable kept = RetainedRequests.of(request);
    return peer.call(
        ResponseCodec.RUN_CALLABLE,
        out -> Records.write(kept, out),
        kept.feeds(),
        limit,
        () -> grpc.runCallable(kept, limit));
  }

  @Override
  public CompletableFuture<CreateSession.Created> createSession(
      CreateSession request, Duration limit) {
    return grpc.createSession(request, limit);
  }

  @Override
  public CompletableFuture<Long> extendSession(ExtendSession request, Duration limit) {
    return grpc.extendSession(request, limit);
  }

  @Override
  public CompletableFuture<String> setUpPartialRun(PartialRunSetup request, Duration limit) {
    return grpc.setUpPartialRun(request, limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> closeSession(String session, Duration limit) {
    return grpc.closeSession(session, limit);
  }

  @Override
  public CompletableFuture<DeviceList> listDevices(String session, Duration limit) {
    return grpc.listDevices(session, limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> reset(
      List<String> containers, List<String> deviceFilters, Duration limit) {
    return grpc.reset(containers, deviceFilters, limit);
  }

  @Override
  public CompletableFuture<Placement> explainPlacement(ExplainPlacement request, Duration limit) {
    return grpc.explainPlacement(request, limit);
  }

  @Override
  public CompletableFuture<Long> makeCallable(MakeCallable request, Duration limit) {
    return grpc.makeCallable(request, limit);
  }

  @Override
  public CompletableFuture<@Nullable Void> releaseCallable(
      String session, long callable, Duration limit) {
    return grpc.releaseCallable(session, callable, limit);
  }
}
