package dev.weir.cluster.internal.transport;

import dev.weir.cluster.internal.rpc.RpcPort;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.DeregisterGraph;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.EmptyRequest;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RegisterGraph;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.StepResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The worker of a task, in this process or another: typed shorthands for the methods of
 * TensorFlow's WorkerService and of Weir's TaskService. A method needs no shorthand here to be
 * called.
 */
public interface WorkerPort extends RpcPort {
  /** {@link Rpcs#GET_STATUS}. */
  default CompletableFuture<List<DeviceInfo>> status(Duration timeout) {
    return call(Rpcs.GET_STATUS, EmptyRequest.INSTANCE, timeout);
  }

  /** {@link Rpcs#CREATE_WORKER_SESSION}. */
  default CompletableFuture<@Nullable Void> createSession(
      CreateWorkerSession request, Duration timeout) {
    return call(Rpcs.CREATE_WORKER_SESSION, request, timeout);
  }

  /** {@link Rpcs#DELETE_WORKER_SESSION}. */
  default CompletableFuture<@Nullable Void> deleteSession(String session, Duration timeout) {
    return call(Rpcs.DELETE_WORKER_SESSION, session, timeout);
  }

  /** {@link Rpcs#RENEW_SESSIONS}. */
  default CompletableFuture<@Nullable Void> renewSessions(List<String> sessions, Duration timeout) {
    return call(Rpcs.RENEW_SESSIONS, sessions, timeout);
  }

  /** {@link Rpcs#REGISTER_GRAPH}. */
  default CompletableFuture<String> registerGraph(RegisterGraph request, Duration timeout) {
    return call(Rpcs.REGISTER_GRAPH, request, timeout);
  }

  /** {@link Rpcs#DEREGISTER_GRAPH}. */
  default CompletableFuture<@Nullable Void> deregisterGraph(
      DeregisterGraph request, Duration timeout) {
    return call(Rpcs.DEREGISTER_GRAPH, request, timeout);
  }

  /** {@link Rpcs#RUN_GRAPH}. */
  default CompletableFuture<StepResult> runGraph(RunGraph request, Duration timeout) {
    return call(Rpcs.RUN_GRAPH, request, timeout);
  }

  /** {@link Rpcs#CLEANUP_GRAPH}. */
  default CompletableFuture<@Nullable Void> cleanupGraph(long step, Duration timeout) {
    return call(Rpcs.CLEANUP_GRAPH, step, timeout);
  }

  /** {@link Rpcs#CLEANUP_ALL}. */
  default CompletableFuture<@Nullable Void> cleanupAll(List<String> containers, Duration timeout) {
    return call(Rpcs.CLEANUP_ALL, containers, timeout);
  }

  /** {@link Rpcs#RECV_TENSOR}. */
  default CompletableFuture<ReceivedTensor> receiveTensor(ReceiveTensor request, Duration timeout) {
    return call(Rpcs.RECV_TENSOR, request, timeout);
  }
}
