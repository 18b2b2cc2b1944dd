package dev.weir.cluster.internal.grpc;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.DeviceList;
import dev.weir.cluster.internal.wire.ExtendSession;
import dev.weir.cluster.internal.wire.MakeCallable;
import dev.weir.cluster.internal.wire.PartialRunSetup;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RegisterGraph;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.cluster.internal.wire.ExplainPlacement;
import dev.weir.runtime.place.Placement;
import dev.weir.schema.CreateSessionRequest;
import dev.weir.schema.CreateSessionResponse;
import dev.weir.schema.CreateWorkerSessionRequest;
import dev.weir.schema.ExplainPlacementRequest;
import dev.weir.schema.ExplainPlacementResponse;
import dev.weir.schema.ExtendSessionRequest;
import dev.weir.schema.GetStatusResponse;
import dev.weir.schema.ListDevicesResponse;
import dev.weir.schema.MakeCallableRequest;
import dev.weir.schema.PartialRunSetupRequest;
import dev.weir.schema.RecvTensorRequest;
import dev.weir.schema.RegisterGraphRequest;
import dev.weir.schema.RenewWorkerSessionsRequest;
import dev.weir.simulation.Codec;
import dev.weir.tensor.memory.Allocator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The messages of gRPC, for a simulated network. */
public final class GrpcCodecs {
  public static final Codec<List<DeviceInfo>> DEVICES =
      schema(WorkerMessages::write, GetStatusResponse.parser(), WorkerMessages::read);

  public static final Codec<CreateWorkerSession> CREATE_WORKER_SESSION =
      schema(WorkerMessages::write, CreateWorkerSessionRequest.parser(), WorkerMessages::read);

  public static final Codec<List<String>> RENEW_SESSIONS =
      schema(WorkerMessages::renewal, RenewWorkerSessionsRequest.parser(), WorkerMessages::read);

  public static final Codec<RegisterGraph> REGISTER_GRAPH =
      schema(WorkerMessages::write, RegisterGraphRequest.parser(), WorkerMessages::read);

  public static final Codec<RunGraph> RUN_GRAPH =
      of(RunGraphMessages::write, (in, to) -> RunGraphMessages.request(in, to).request());

  public static final Codec<StepResult> RUN_GRAPH_RESULT =
      of(RunGraphMessages.RESPONSE::write, RunGraphMessages.RESPONSE::read);

  public static final Codec<ReceiveTensor> RECEIVE_TENSOR =
      schema(WorkerMessages::write, RecvTensorRequest.parser(), WorkerMessages::read);

  public static final Codec<ReceivedTensor> RECEIVED_TENSOR =
      of(ReceivedTensorMessages::write, ReceivedTensorMessages::read);

  public static final Codec<CreateSession> CREATE_SESSION =
      schema(MasterMessages::write, CreateSessionRequest.parser(), MasterMessages::read);

  public static final Codec<CreateSession.Created> CREATED =
      schema(MasterMessages::write, CreateSessionResponse.parser(), MasterMessages::read);

  public static final Codec<ExtendSession> EXTEND_SESSION =
      schema(MasterMessages::write, ExtendSessionRequest.parser(), MasterMessages::read);

  public static final Codec<RunStep> RUN_STEP =
      of(RunStepMessages::write, (in, to) -> RunStepMessages.request(in, to).request());

  public static final Codec<StepResult> RUN_STEP_RESULT =
      of(RunStepMessages.RESPONSE::write, RunStepMessages.RESPONSE::read);

  public static final Codec<PartialRunSetup> PARTIAL_RUN_SETUP =
      schema(MasterMessages::write, PartialRunSetupRequest.parser(), MasterMessages::read);

  public static final Codec<ExplainPlacement> EXPLAIN_PLACEMENT =
      schema(MasterMessages::write, ExplainPlacementRequest.parser(), MasterMessages::read);

  public static final Codec<Placement> PLACEMENT =
      schema(MasterMessages::write, ExplainPlacementResponse.parser(), MasterMessages::read);

  public static final Codec<DeviceList> DEVICE_LIST =
      schema(MasterMessages::write, ListDevicesResponse.parser(), MasterMessages::read);

  public static final Codec<MakeCallable> MAKE_CALLABLE =
      schema(MasterMessages::write, MakeCallableRequest.parser(), MasterMessages::read);

  public static final Codec<RunCallable> RUN_CALLABLE =
      of(RunCallableMessages::write, RunCallableMessages::request);

  public static final Codec<StepResult> RUN_CALLABLE_RESULT =
      of(RunCallableMessages::write, RunCallableMessages::response);

  private GrpcCodecs() {}

  private static <M extends MessageLite, T> Codec<T> schema(
      Function<T, Outbound> write, Parser<M> parser, Function<M, T> read) {
    Decoder<T> decoder = Marshallers.schema(parser, read);
    return of(write, (in, to) -> decoder.decode(in));
  }

  private static <T> Codec<T> of(
      Function<T, Outbound> write, BiFunction<WireInput, Allocator, T> read) {
    return new Codec<>(
        message -> bytes(write.apply(message)),
        (bytes, to) ->
            read.apply(new WireInput(new ByteArrayInputStream(bytes), bytes.length), to));
  }

  private static byte[] bytes(Outbound message) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(message.size());
    try (message) {
      message.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
