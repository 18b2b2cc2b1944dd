package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.DeviceList;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.runtime.place.Placement;
import dev.weir.schema.CreateSessionResponse;
import dev.weir.schema.ExplainPlacementResponse;
import dev.weir.schema.ExtendSessionResponse;
import dev.weir.schema.ListDevicesResponse;
import dev.weir.schema.MakeCallableResponse;
import dev.weir.schema.PartialRunSetupResponse;
import dev.weir.tensor.memory.Allocator;
import io.grpc.MethodDescriptor;
import org.jspecify.annotations.Nullable;

/** The methods of masters in other processes, and how their answers are read. */
final class MasterCalls {
  final MethodDescriptor<Outbound, Inbound<CreateSession.Created>> createSession;
  final MethodDescriptor<Outbound, Inbound<Long>> extendSession;
  final MethodDescriptor<Outbound, Inbound<StepResult>> runStep;
  final MethodDescriptor<Outbound, Inbound<String>> partialRunSetup;
  final MethodDescriptor<Outbound, Inbound<@Nullable Void>> closeSession;
  final MethodDescriptor<Outbound, Inbound<DeviceList>> listDevices;
  final MethodDescriptor<Outbound, Inbound<@Nullable Void>> reset;
  final MethodDescriptor<Outbound, Inbound<Placement>> explainPlacement;
  final MethodDescriptor<Outbound, Inbound<Long>> makeCallable;
  final MethodDescriptor<Outbound, Inbound<StepResult>> runCallable;
  final MethodDescriptor<Outbound, Inbound<@Nullable Void>> releaseCallable;

  private final int most;

  MasterCalls(Allocator allocator, int most) {
    this.most = most;
    createSession =
        method(
            "CreateSession",
            Marshallers.schema(CreateSessionResponse.parser(), MasterMessages::read));
    extendSession =
        method(
            "ExtendSession",
            Marshallers.schema(
                ExtendSessionResponse.parser(), ExtendSessionResponse::getNewGraphVersion));
    runStep = method("RunStep", in -> RunStepMessages.RESPONSE.read(in, allocator));
    partialRunSetup =
        method(
            "PartialRunSetup",
            Marshallers.schema(
                PartialRunSetupResponse.parser(), PartialRunSetupResponse::getPartialRunHandle));
    closeSession = method("CloseSession", Marshallers.EMPTY);
    listDevices =
        method(
            "ListDevices", Marshallers.schema(ListDevicesResponse.parser(), MasterMessages::read));
    reset = method("Reset", Marshallers.EMPTY);
    explainPlacement =
        method(
            "ExplainPlacement",
            Marshallers.schema(ExplainPlacementResponse.parser(), MasterMessages::read));
    makeCallable =
        method(
            "MakeCallable",
            Marshallers.schema(MakeCallableResponse.parser(), MakeCallableResponse::getHandle));
    runCallable = method("RunCallable", in -> RunCallableMessages.response(in, allocator));
    releaseCallable = method("ReleaseCallable", Marshallers.EMPTY);
  }

  private <T extends @Nullable Object> MethodDescriptor<Outbound, Inbound<T>> method(
      String name, Decoder<T> answer) {
    return Methods.called(Methods.MASTER, name, answer, most);
  }
}
