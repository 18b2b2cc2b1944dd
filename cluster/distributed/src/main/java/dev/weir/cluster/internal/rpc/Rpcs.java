package dev.weir.cluster.internal.rpc;

import dev.weir.cluster.internal.protobuf.MasterMessages;
import dev.weir.cluster.internal.protobuf.ProtobufCodec;
import dev.weir.cluster.internal.protobuf.ReceivedTensorMessages;
import dev.weir.cluster.internal.protobuf.RunCallableMessages;
import dev.weir.cluster.internal.protobuf.RunGraphMessages;
import dev.weir.cluster.internal.protobuf.RunStepMessages;
import dev.weir.cluster.internal.protobuf.TaskMessages;
import dev.weir.cluster.internal.protobuf.WorkerMessages;
import dev.weir.cluster.internal.rpc.Rpc.Service;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.DeregisterGraph;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.DeviceList;
import dev.weir.cluster.internal.wire.EmptyRequest;
import dev.weir.cluster.internal.wire.ExplainPlacement;
import dev.weir.cluster.internal.wire.ExtendSession;
import dev.weir.cluster.internal.wire.MakeCallable;
import dev.weir.cluster.internal.wire.PartialRunSetup;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RegisterGraph;
import dev.weir.cluster.internal.wire.ReleaseCallable;
import dev.weir.cluster.internal.wire.ResetContainers;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.cluster.internal.wire.TaskStatus;
import dev.weir.runtime.place.Placement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table of RPC methods. Names and messages are TensorFlow's, except those of {@code
 * weir.TaskService}. Streams carry the methods that every step calls.
 */
public final class Rpcs {
  private static final List<Rpc<?, ?>> ENTRIES = new ArrayList<>();
  private static final ProtobufCodec<@Nullable Void> EMPTY = ProtobufCodec.EMPTY;

  // MasterService: clients call the master of a task.

  /** Opens a session. */
  public static final Rpc<CreateSession, CreateSession.Created> CREATE_SESSION =
      add(
          master("CreateSession", MasterMessages.CREATE_SESSION, MasterMessages.CREATED)
              .carryingGraph()
              .notIdempotent());

  /** Adds nodes to the graph of a session; returns the new version of the graph. */
  public static final Rpc<ExtendSession, Long> EXTEND_SESSION =
      add(
          master("ExtendSession", MasterMessages.EXTEND_SESSION, MasterMessages.EXTENDED)
              .carryingGraph()
              .notIdempotent());

  /** Runs a step, or a part of a partial run. */
  public static final Rpc<RunStep, StepResult> RUN_STEP =
      add(
          master("RunStep", RunStepMessages.REQUEST, RunStepMessages.RESPONSE)
              .startingWork()
              .overStreams(4, StreamCodecs.RUN_STEP, StreamCodecs.STEP_RESULT));

  /** Declares the feeds and fetches of a partial run; returns its handle. */
  public static final Rpc<PartialRunSetup, String> PARTIAL_RUN_SETUP =
      add(master("PartialRunSetup", MasterMessages.PARTIAL_RUN_SETUP, MasterMessages.PARTIAL_RUN));

  /** Closes the session with this handle. */
  public static final Rpc<String, @Nullable Void> CLOSE_SESSION =
      add(master("CloseSession", MasterMessages.CLOSE_SESSION, EMPTY));

  /** Lists the devices of the session with this handle, or of the cluster if it is empty. */
  public static final Rpc<String, DeviceList> LIST_DEVICES =
      add(master("ListDevices", MasterMessages.LIST_DEVICES, MasterMessages.DEVICES));

  /** Clears containers and closes all sessions. */
  public static final Rpc<ResetContainers, @Nullable Void> RESET =
      add(master("Reset", MasterMessages.RESET, EMPTY).notIdempotent());

  /** Explains where the nodes of a step would run. */
  public static final Rpc<ExplainPlacement, Placement> EXPLAIN_PLACEMENT =
      add(master("ExplainPlacement", MasterMessages.EXPLAIN_PLACEMENT, MasterMessages.PLACEMENT));

  /** Compiles a step for repeated runs; returns its handle. */
  public static final Rpc<MakeCallable, Long> MAKE_CALLABLE =
      add(master("MakeCallable", MasterMessages.MAKE_CALLABLE, MasterMessages.CALLABLE));

  /** Runs a callable; the values are in the order of its fetches. */
  public static final Rpc<RunCallable, StepResult> RUN_CALLABLE =
      add(
          master("RunCallable", RunCallableMessages.REQUEST, RunCallableMessages.RESPONSE)
              .startingWork()
              .overStreams(5, StreamCodecs.RUN_CALLABLE, StreamCodecs.STEP_RESULT));

  /** Releases a callable. */
  public static final Rpc<ReleaseCallable, @Nullable Void> RELEASE_CALLABLE =
      add(master("ReleaseCallable", MasterMessages.RELEASE_CALLABLE, EMPTY));

  // WorkerService: masters and workers call the worker of a task.

  /** Lists the devices of the task; clients and other tasks use it to see whether it is up. */
  public static final Rpc<EmptyRequest, List<DeviceInfo>> GET_STATUS =
      add(worker("GetStatus", WorkerMessages.GET_STATUS, WorkerMessages.STATUS).fromAnyCaller());

  /** Announces a session of a master. */
  public static final Rpc<CreateWorkerSession, @Nullable Void> CREATE_WORKER_SESSION =
      add(worker("CreateWorkerSession", WorkerMessages.CREATE_SESSION, EMPTY));

  /** Deletes the session with this handle and its graphs. */
  public static final Rpc<String, @Nullable Void> DELETE_WORKER_SESSION =
      add(worker("DeleteWorkerSession", WorkerMessages.DELETE_SESSION, EMPTY));

  /** Registers a part of a graph; returns its handle. */
  public static final Rpc<RegisterGraph, String> REGISTER_GRAPH =
      add(
          worker("RegisterGraph", WorkerMessages.REGISTER_GRAPH, WorkerMessages.REGISTERED)
              .carryingGraph());

  /** Deregisters a graph. */
  public static final Rpc<DeregisterGraph, @Nullable Void> DEREGISTER_GRAPH =
      add(worker("DeregisterGraph", WorkerMessages.DEREGISTER_GRAPH, EMPTY));

  /** Runs a registered graph as its part of a step. */
  public static final Rpc<RunGraph, StepResult> RUN_GRAPH =
      add(
          worker("RunGraph", RunGraphMessages.REQUEST, RunGraphMessages.RESPONSE)
              .startingWork()
              .overStreams(2, StreamCodecs.RUN_GRAPH, StreamCodecs.STEP_RESULT));

  /** Ends the step with this number; what still runs of it is aborted. */
  public static final Rpc<Long, @Nullable Void> CLEANUP_GRAPH =
      add(
          worker("CleanupGraph", WorkerMessages.CLEANUP_GRAPH, EMPTY)
              .overStreams(3, StreamCodecs.STEP_ID, StreamCodecs.EMPTY));

  /** Clears containers; no names mean the default one. */
  public static final Rpc<List<String>, @Nullable Void> CLEANUP_ALL =
      add(worker("CleanupAll", WorkerMessages.CLEANUP_ALL, EMPTY).notIdempotent());

  /** Waits for a value of a step and returns it. */
  public static final Rpc<ReceiveTensor, ReceivedTensor> RECV_TENSOR =
      add(
          worker("RecvTensor", WorkerMessages.RECEIVE_TENSOR, ReceivedTensorMessages.RESPONSE)
              .overStreams(1, StreamCodecs.RECEIVE_TENSOR, StreamCodecs.RECEIVED_TENSOR));

  /** Acknowledges a received value. TensorFlow's workers send it; nothing depends on it here. */
  public static final Rpc<EmptyRequest, @Nullable Void> MARK_RECV_FINISHED =
      add(worker("MarkRecvFinished", WorkerMessages.MARK_RECV_FINISHED, EMPTY));

  /** Asks for records of calls. TensorFlow's masters do when they trace a step; there are none. */
  public static final Rpc<EmptyRequest, @Nullable Void> LOGGING =
      add(worker("Logging", TaskMessages.IGNORED, EMPTY));

  // TaskService: tasks of Weir only. Others answer UNIMPLEMENTED.

  /** Renews the leases of a master's sessions; unknown sessions stay unknown. */
  public static final Rpc<List<String>, @Nullable Void> RENEW_SESSIONS =
      add(task("RenewSessions", WorkerMessages.RENEW_SESSIONS, EMPTY));

  /** Reports what the task is doing, in numbers. */
  public static final Rpc<EmptyRequest, TaskStatus> TASK_STATUS =
      add(task("Status", TaskMessages.IGNORED, TaskMessages.STATUS).fromAnyCaller());

  private static final List<Rpc<?, ?>> ALL = List.copyOf(ENTRIES);

  /** By the number they have on streams. */
  private static final @Nullable Rpc<?, ?>[] BY_STREAM_NUMBER = byStreamNumber();

  private Rpcs() {}

  private static <Q, R extends @Nullable Object> Rpc.Builder<Q, R> master(
      String name, ProtobufCodec<Q> request, ProtobufCodec<R> response) {
    return Rpc.of(Service.MASTER, name, request, response);
  }

  private static <Q, R extends @Nullable Object> Rpc.Builder<Q, R> worker(
      String name, ProtobufCodec<Q> request, ProtobufCodec<R> response) {
    return Rpc.of(Service.WORKER, name, request, response);
  }

  private static <Q, R extends @Nullable Object> Rpc.Builder<Q, R> task(
      String name, ProtobufCodec<Q> request, ProtobufCodec<R> response) {
    return Rpc.of(Service.TASK, name, request, response);
  }

  private static <Q, R extends @Nullable Object> Rpc<Q, R> add(Rpc.Builder<Q, R> entry) {
    Rpc<Q, R> rpc = entry.build();
    ENTRIES.add(rpc);
    return rpc;
  }

  private static @Nullable Rpc<?, ?>[] byStreamNumber() {
    @Nullable Rpc<?, ?>[] table = new Rpc<?, ?>[Byte.MAX_VALUE + 1];
    for (Rpc<?, ?> rpc : ALL) {
      if (rpc.goesOverStreams()) {
        table[rpc.stream().number()] = rpc;
      }
    }
    return table;
  }

  /** All methods. */
  public static List<Rpc<?, ?>> all() {
    return ALL;
  }

  /** The method with this number on streams; null if there is none. */
  public static @Nullable Rpc<?, ?> ofStreamNumber(byte number) {
    return number < 0 ? null : BY_STREAM_NUMBER[number];
  }
}
