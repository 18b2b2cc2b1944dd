package dev.weir.cluster.internal.transport;

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

/** The worker of a task: TensorFlow's WorkerService. Thread-safe. */
public interface WorkerPort {
  /** Which devices it has. */
  CompletableFuture<List<DeviceInfo>> status(Duration limit);

  /** Prepares for the graphs of a session. */
  CompletableFuture<@Nullable Void> createSession(CreateWorkerSession request, Duration limit);

  /** Forgets a session and its graphs. */
  CompletableFuture<@Nullable Void> deleteSession(String session, Duration limit);

  /**
   * Renews the leases of a master's sessions. One that the worker does not know stays unknown.
   * Tasks that are not Weir's answer {@code UNIMPLEMENTED}.
   */
  CompletableFuture<@Nullable Void> renewSessions(List<String> sessions, Duration limit);

  /** Takes a part of a graph; gives the handle under which it can be run. */
  CompletableFuture<String> registerGraph(RegisterGraph request, Duration limit);

  /** Forgets a graph. */
  CompletableFuture<@Nullable Void> deregisterGraph(String session, String graph, Duration limit);

  /** Runs a registered graph as its part of a step. */
  CompletableFuture<StepResult> runGraph(RunGraph request, Duration limit);

  /** Forgets a step, which nobody will ask about any more. What still runs of it is stopped. */
  CompletableFuture<@Nullable Void> cleanupGraph(long step, Duration limit);

  /** Clears containers; no names mean the default one. */
  CompletableFuture<@Nullable Void> cleanupAll(List<String> containers, Duration limit);

  /** Asks for a value of a step, and waits for it. */
  CompletableFuture<ReceivedTensor> receiveTensor(ReceiveTensor request, Duration limit);
}
