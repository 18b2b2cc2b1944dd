package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.schema.CleanupAllRequest;
import dev.weir.schema.CleanupAllResponse;
import dev.weir.schema.CleanupGraphRequest;
import dev.weir.schema.CleanupGraphResponse;
import dev.weir.schema.CreateWorkerSessionRequest;
import dev.weir.schema.CreateWorkerSessionResponse;
import dev.weir.schema.DeleteWorkerSessionRequest;
import dev.weir.schema.DeleteWorkerSessionResponse;
import dev.weir.schema.DeregisterGraphRequest;
import dev.weir.schema.DeregisterGraphResponse;
import dev.weir.schema.GetStatusRequest;
import dev.weir.schema.MarkRecvFinishedRequest;
import dev.weir.schema.MarkRecvFinishedResponse;
import dev.weir.schema.RecvTensorRequest;
import dev.weir.schema.RegisterGraphRequest;
import dev.weir.schema.RegisterGraphResponse;
import dev.weir.schema.RenewWorkerSessionsRequest;
import dev.weir.schema.RenewWorkerSessionsResponse;
import dev.weir.tensor.memory.Allocator;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The methods of a worker, for others to call. */
final class ServedWorker {
  private ServedWorker() {}

  static List<ServedMethod<?, ?>> methods(WorkerPort worker, Allocator allocator) {
    return List.of(
        new ServedMethod<>(
            "GetStatus",
            Marshallers.schema(GetStatusRequest.parser(), Function.identity()),
            (request, limit) -> worker.status(limit),
            WorkerMessages::write),
        new ServedMethod<>(
            "CreateWorkerSession",
            Marshallers.schema(CreateWorkerSessionRequest.parser(), WorkerMessages::read),
            worker::createSession,
            done -> new SchemaMessage(CreateWorkerSessionResponse.getDefaultInstance())),
        new ServedMethod<>(
            "DeleteWorkerSession",
            Marshallers.schema(
                DeleteWorkerSessionRequest.parser(), DeleteWorkerSessionRequest::getSessionHandle),
            worker::deleteSession,
            done -> new SchemaMessage(DeleteWorkerSessionResponse.getDefaultInstance())),
        new ServedMethod<>(
                "RegisterGraph",
                Marshallers.schema(RegisterGraphRequest.parser(), WorkerMessages::read),
                worker::registerGraph,
                handle ->
                    new SchemaMessage(
                        RegisterGraphResponse.newBuilder().setGraphHandle(handle).build()))
            .withGraphs(),
        new ServedMethod<>(
            "DeregisterGraph",
            Marshallers.schema(DeregisterGraphRequest.parser(), Function.identity()),
            new Fields(worker)::deregisterGraph,
            done -> new SchemaMessage(DeregisterGraphResponse.getDefaultInstance())),
        new ServedMethod<>(
            "CleanupGraph",
            Marshallers.schema(CleanupGraphRequest.parser(), CleanupGraphRequest::getStepId),
            worker::cleanupGraph,
            done -> new SchemaMessage(CleanupGraphResponse.getDefaultInstance())),
        new ServedMethod<>(
            "CleanupAll",
            Marshallers.schema(
                CleanupAllRequest.parser(), request -> List.copyOf(request.getContainerList())),
            worker::cleanupAll,
            done -> new SchemaMessage(CleanupAllResponse.getDefaultInstance())),
        new ServedMethod<>(
            "MarkRecvFinished",
            Marshallers.schema(MarkRecvFinishedRequest.parser(), Function.identity()),
            (request, limit) ->
                CompletableFuture.completedFuture(MarkRecvFinishedResponse.getDefaultInstance()),
            SchemaMessage::new),
        logging(),
        runGraph(worker, allocator),
        receiveTensor(worker));
  }

  /** What only masters of Weir ask. */
  static ServedMethod<?, ?> renewSessions(WorkerPort worker) {
    return new ServedMethod<List<String>, @Nullable Void>(
        Methods.RENEW_SESSIONS,
        Marshallers.schema(RenewWorkerSessionsRequest.parser(), WorkerMessages::read),
        worker::renewSessions,
        done -> new SchemaMessage(RenewWorkerSessionsResponse.getDefaultInstance()));
  }

  /** TensorFlow's masters ask for records of calls when they trace a step; there are none. */
  private static ServedMethod<?, ?> logging() {
    return new ServedMethod<>(
        "Logging",
        in -> List.of(), // whichever are asked for
        (records, limit) -> CompletableFuture.completedFuture(records),
        records -> TaskMessages.nothing());
  }

  private static ServedMethod<?, ?> runGraph(WorkerPort worker, Allocator allocator) {
    return new ServedMethod<>(
            "RunGraph",
            in -> RunGraphMessages.request(in, allocator),
            (asked, limit) -> worker.runGraph(asked.request(), limit),
            (StepResult result) -> RunGraphMessages.RESPONSE.write(result))
        .givingBackRequest(asked -> StepMessages.releaseNamed(asked.request().sends()))
        .givingBackAnswer(StepResult::release)
        .telling(
            (asked, failure) ->
                asked.errorsInBody() ? RunGraphMessages.RESPONSE.write(failure) : null);
  }

  private static ServedMethod<?, ?> receiveTensor(WorkerPort worker) {
    return new ServedMethod<>(
            "RecvTensor",
            Marshallers.schema(RecvTensorRequest.parser(), WorkerMessages::read),
            worker::receiveTensor,
            ReceivedTensorMessages::write)
        .compressing(ReceivedTensor::compresses)
        .givingBackAnswer(ReceivedTensor::release);
  }

  /** Methods of which a port wants the fields one by one. */
  private record Fields(WorkerPort worker) {
    CompletableFuture<@Nullable Void> deregisterGraph(
        DeregisterGraphRequest request, Duration limit) {
      return worker.deregisterGraph(request.getSessionHandle(), request.getGraphHandle(), limit);
    }
  }
}
