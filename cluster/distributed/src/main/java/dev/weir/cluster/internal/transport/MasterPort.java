package dev.weir.cluster.internal.transport;

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

/** The master of a task: TensorFlow's MasterService. Thread-safe. */
public interface MasterPort {
  /** Starts a session. */
  CompletableFuture<CreateSession.Created> createSession(CreateSession request, Duration limit);

  /** Adds to the graph of a session; gives its new version. */
  CompletableFuture<Long> extendSession(ExtendSession request, Duration limit);

  /** Runs a step, or a part of a partial run. */
  CompletableFuture<StepResult> runStep(RunStep request, Duration limit);

  /** Announces a partial run; gives its handle. */
  CompletableFuture<String> setUpPartialRun(PartialRunSetup request, Duration limit);

  /** Ends a session. */
  CompletableFuture<@Nullable Void> closeSession(String session, Duration limit);

  /** Lists the devices of a session, or, without one, of the cluster. */
  CompletableFuture<DeviceList> listDevices(String session, Duration limit);

  /** Clears containers on all tasks that match the filters and closes all sessions. */
  CompletableFuture<@Nullable Void> reset(
      List<String> containers, List<String> deviceFilters, Duration limit);

  /** Explains where the nodes of a step would run. */
  CompletableFuture<Placement> explainPlacement(ExplainPlacement request, Duration limit);

  /** Makes a callable; gives its number. */
  CompletableFuture<Long> makeCallable(MakeCallable request, Duration limit);

  /** Runs a callable; the values come in the order of its fetches. */
  CompletableFuture<StepResult> runCallable(RunCallable request, Duration limit);

  /** Forgets a callable. */
  CompletableFuture<@Nullable Void> releaseCallable(String session, long callable, Duration limit);
}
