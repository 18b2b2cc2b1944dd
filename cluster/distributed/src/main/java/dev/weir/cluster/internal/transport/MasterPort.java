package dev.weir.cluster.internal.transport;

import dev.weir.cluster.internal.rpc.RpcPort;
import dev.weir.cluster.internal.rpc.Rpcs;
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
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The master of a task, in this process or another: typed shorthands for the methods of
 * TensorFlow's MasterService. A method needs no shorthand here to be called.
 */
public interface MasterPort extends RpcPort {
  /** {@link Rpcs#CREATE_SESSION}. */
  default CompletableFuture<CreateSession.Created> createSession(
      CreateSession request, Duration timeout) {
    return call(Rpcs.CREATE_SESSION, request, timeout);
  }

  /** {@link Rpcs#EXTEND_SESSION}. */
  default CompletableFuture<Long> extendSession(ExtendSession request, Duration timeout) {
    return call(Rpcs.EXTEND_SESSION, request, timeout);
  }

  /** {@link Rpcs#RUN_STEP}. */
  default CompletableFuture<StepResult> runStep(RunStep request, Duration timeout) {
    return call(Rpcs.RUN_STEP, request, timeout);
  }

  /** {@link Rpcs#PARTIAL_RUN_SETUP}. */
  default CompletableFuture<String> setUpPartialRun(PartialRunSetup request, Duration timeout) {
    return call(Rpcs.PARTIAL_RUN_SETUP, request, timeout);
  }

  /** {@link Rpcs#CLOSE_SESSION}. */
  default CompletableFuture<@Nullable Void> closeSession(String session, Duration timeout) {
    return call(Rpcs.CLOSE_SESSION, session, timeout);
  }

  /** {@link Rpcs#LIST_DEVICES}. */
  default CompletableFuture<DeviceList> listDevices(String session, Duration timeout) {
    return call(Rpcs.LIST_DEVICES, session, timeout);
  }

  /** {@link Rpcs#RESET}. */
  default CompletableFuture<@Nullable Void> reset(ResetContainers request, Duration timeout) {
    return call(Rpcs.RESET, request, timeout);
  }

  /** {@link Rpcs#EXPLAIN_PLACEMENT}. */
  default CompletableFuture<Placement> explainPlacement(
      ExplainPlacement request, Duration timeout) {
    return call(Rpcs.EXPLAIN_PLACEMENT, request, timeout);
  }

  /** {@link Rpcs#MAKE_CALLABLE}. */
  default CompletableFuture<Long> makeCallable(MakeCallable request, Duration timeout) {
    return call(Rpcs.MAKE_CALLABLE, request, timeout);
  }

  /** {@link Rpcs#RUN_CALLABLE}. */
  default CompletableFuture<StepResult> runCallable(RunCallable request, Duration timeout) {
    return call(Rpcs.RUN_CALLABLE, request, timeout);
  }

  /** {@link Rpcs#RELEASE_CALLABLE}. */
  default CompletableFuture<@Nullable Void> releaseCallable(
      ReleaseCallable request, Duration timeout) {
    return call(Rpcs.RELEASE_CALLABLE, request, timeout);
  }
}
