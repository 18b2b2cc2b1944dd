package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.schema.GetStatusResponse;
import dev.weir.schema.RegisterGraphResponse;
import dev.weir.tensor.memory.Allocator;
import io.grpc.MethodDescriptor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The methods of workers in other processes, and how their answers are read. */
final class WorkerCalls {
  final MethodDescriptor<Outbound, Inbound<List<DeviceInfo>>> status;
  final MethodDescriptor<Outbound, Inbound<@Nullable Void>> createSession;
  final MethodDescriptor<Outbound, Inbound<@Nullable Void>> deleteSession;
  final MethodDescriptor<Outbound, Inbound<String>> registerGraph;
  final MethodDescriptor<Outbound, Inbound<@Nullable Void>> deregisterGraph;
  final MethodDescriptor<Outbound, Inbound<StepResult>> runGraph;
  final MethodDescriptor<Outbound, Inbound<@Nullable Void>> cleanupGraph;
  final MethodDescriptor<Outbound, Inbound<@Nullable Void>> cleanupAll;
  final MethodDescriptor<Outbound, Inbound<ReceivedTensor>> receiveTensor;
  final MethodDescriptor<Outbound, Inbound<@Nullable Void>> renewSessions;

  private final int most;

  WorkerCalls(Allocator allocator, int most) {
    this.most = most;
    status =
        method("GetStatus", Marshallers.schema(GetStatusResponse.parser(), WorkerMessages::read));
    createSession = method("CreateWorkerSession", Marshallers.EMPTY);
    deleteSession = method("DeleteWorkerSession", Marshallers.EMPTY);
    registerGraph =
        method(
            "RegisterGraph",
            Marshallers.schema(
                RegisterGraphResponse.parser(), RegisterGraphResponse::getGraphHandle));
    deregisterGraph = method("DeregisterGraph", Marshallers.EMPTY);
    runGraph = method("RunGraph", in -> RunGraphMessages.RESPONSE.read(in, allocator));
    cleanupGraph = method("CleanupGraph", Marshallers.EMPTY);
    cleanupAll = method("CleanupAll", Marshallers.EMPTY);
    receiveTensor = method("RecvTensor", in -> ReceivedTensorMessages.read(in, allocator));
    renewSessions = Methods.called(Methods.TASK, Methods.RENEW_SESSIONS, Marshallers.EMPTY, most);
  }

  private <T extends @Nullable Object> MethodDescriptor<Outbound, Inbound<T>> method(
      String name, Decoder<T> answer) {
    return Methods.called(Methods.WORKER, name, answer, most);
  }
}
