package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.schema.CloseSessionRequest;
import dev.weir.schema.CloseSessionResponse;
import dev.weir.schema.CreateSessionRequest;
import dev.weir.schema.ExplainPlacementRequest;
import dev.weir.schema.ExtendSessionRequest;
import dev.weir.schema.ExtendSessionResponse;
import dev.weir.schema.ListDevicesRequest;
import dev.weir.schema.MakeCallableRequest;
import dev.weir.schema.MakeCallableResponse;
import dev.weir.schema.PartialRunSetupRequest;
import dev.weir.schema.PartialRunSetupResponse;
import dev.weir.schema.ReleaseCallableRequest;
import dev.weir.schema.ReleaseCallableResponse;
import dev.weir.schema.ResetRequest;
import dev.weir.schema.ResetResponse;
import dev.weir.tensor.memory.Allocator;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The methods of a master, for others to call. */
final class ServedMaster {
  private ServedMaster() {}

  static List<ServedMethod<?, ?>> methods(MasterPort master, Allocator allocator) {
    return List.of(
        new ServedMethod<>(
                "CreateSession",
                Marshallers.schema(CreateSessionRequest.parser(), MasterMessages::read),
                master::createSession,
                MasterMessages::write)
            .withGraphs(),
        new ServedMethod<>(
                "ExtendSession",
                Marshallers.schema(ExtendSessionRequest.parser(), MasterMessages::read),
                master::extendSession,
                version ->
                    new SchemaMessage(
                        ExtendSessionResponse.newBuilder().setNewGraphVersion(version).build()))
            .withGraphs(),
        new ServedMethod<>(
            "PartialRunSetup",
            Marshallers.schema(PartialRunSetupRequest.parser(), MasterMessages::read),
            master::setUpPartialRun,
            handle ->
                new SchemaMessage(
                    PartialRunSetupResponse.newBuilder().setPartialRunHandle(handle).build())),
        new ServedMethod<>(
            "CloseSession",
            Marshallers.schema(CloseSessionRequest.parser(), CloseSessionRequest::getSessionHandle),
            master::closeSession,
            done -> new SchemaMessage(CloseSessionResponse.getDefaultInstance())),
        new ServedMethod<>(
            "ListDevices",
            Marshallers.schema(ListDevicesRequest.parser(), ListDevicesRequest::getSessionHandle),
            master::listDevices,
            MasterMessages::write),
        new ServedMethod<>(
            "Reset",
            Marshallers.schema(ResetRequest.parser(), Function.identity()),
            new Fields(master)::reset,
            done -> new SchemaMessage(ResetResponse.getDefaultInstance())),
        new ServedMethod<>(
            "ExplainPlacement",
            Marshallers.schema(ExplainPlacementRequest.parser(), MasterMessages::read),
            master::explainPlacement,
            MasterMessages::write),
        new ServedMethod<>(
            "MakeCallable",
            Marshallers.schema(MakeCallableRequest.parser(), MasterMessages::read),
            master::makeCallable,
            handle ->
                new SchemaMessage(MakeCallableResponse.newBuilder().setHandle(handle).build())),
        new ServedMethod<>(
            "ReleaseCallable",
            Marshallers.schema(ReleaseCallableRequest.parser(), Function.identity()),
            new Fields(master)::releaseCallable,
            done -> new SchemaMessage(ReleaseCallableResponse.getDefaultInstance())),
        runStep(master, allocator),
        runCallable(master, allocator));
  }

  private static ServedMethod<?, ?> runStep(MasterPort master, Allocator allocator) {
    return new ServedMethod<>(
            "RunStep",
            in -> RunStepMessages.request(in, allocator),
            (asked, limit) -> master.runStep(asked.request(), limit),
            (StepResult result) -> RunStepMessages.RESPONSE.write(result))
        .givingBackRequest(asked -> StepMessages.releaseNamed(asked.request().feeds()))
        .givingBackAnswer(StepResult::release)
        .telling(
            (asked, failure) ->
                asked.errorsInBody() ? RunStepMessages.RESPONSE.write(failure) : null);
  }

  private static ServedMethod<?, ?> runCallable(MasterPort master, Allocator allocator) {
    return new ServedMethod<>(
            "RunCallable",
            in -> RunCallableMessages.request(in, allocator),
            master::runCallable,
            (StepResult result) -> RunCallableMessages.write(result))
        .givingBackRequest(request -> StepMessages.release(request.feeds()))
        .givingBackAnswer(StepResult::release);
  }

  /** Methods of which a port wants the fields one by one. */
  private record Fields(MasterPort master) {
    CompletableFuture<@Nullable Void> reset(ResetRequest request, Duration limit) {
      return master.reset(
          List.copyOf(request.getContainerList()),
          List.copyOf(request.getDeviceFiltersList()),
          limit);
    }

    CompletableFuture<@Nullable Void> releaseCallable(
        ReleaseCallableRequest request, Duration limit) {
      return master.releaseCallable(request.getSessionHandle(), request.getHandle(), limit);
    }
  }
}
