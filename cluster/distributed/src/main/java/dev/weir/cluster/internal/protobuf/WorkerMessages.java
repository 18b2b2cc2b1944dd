package dev.weir.cluster.internal.protobuf;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.DeregisterGraph;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.EmptyRequest;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.RegisterGraph;
import dev.weir.schema.CleanupAllRequest;
import dev.weir.schema.CleanupGraphRequest;
import dev.weir.schema.CreateWorkerSessionRequest;
import dev.weir.schema.DeleteWorkerSessionRequest;
import dev.weir.schema.DeregisterGraphRequest;
import dev.weir.schema.GetStatusRequest;
import dev.weir.schema.GetStatusResponse;
import dev.weir.schema.GraphOptions;
import dev.weir.schema.MarkRecvFinishedRequest;
import dev.weir.schema.RecvTensorRequest;
import dev.weir.schema.RegisterGraphRequest;
import dev.weir.schema.RegisterGraphResponse;
import dev.weir.schema.RenewWorkerSessionsRequest;
import dev.weir.schema.ServerDef;
import java.util.List;

/** Codecs for the messages of WorkerService that have no tensors. */
public final class WorkerMessages {
  public static final ProtobufCodec<EmptyRequest> GET_STATUS =
      SchemaCodec.of(
          GetStatusRequest.parser(),
          none -> GetStatusRequest.getDefaultInstance(),
          request -> EmptyRequest.INSTANCE);

  public static final ProtobufCodec<List<DeviceInfo>> STATUS =
      SchemaCodec.of(GetStatusResponse.parser(), WorkerMessages::write, WorkerMessages::read);

  public static final ProtobufCodec<CreateWorkerSession> CREATE_SESSION =
      SchemaCodec.of(
          CreateWorkerSessionRequest.parser(), WorkerMessages::write, WorkerMessages::read);

  /** The handle of the session. */
  public static final ProtobufCodec<String> DELETE_SESSION =
      SchemaCodec.of(
          DeleteWorkerSessionRequest.parser(),
          session -> DeleteWorkerSessionRequest.newBuilder().setSessionHandle(session).build(),
          DeleteWorkerSessionRequest::getSessionHandle);

  /** The handles of the sessions whose leases a master renews. */
  public static final ProtobufCodec<List<String>> RENEW_SESSIONS =
      SchemaCodec.of(
          RenewWorkerSessionsRequest.parser(),
          sessions -> RenewWorkerSessionsRequest.newBuilder().addAllSessionHandle(sessions).build(),
          request -> List.copyOf(request.getSessionHandleList()));

  public static final ProtobufCodec<RegisterGraph> REGISTER_GRAPH =
      SchemaCodec.of(RegisterGraphRequest.parser(), WorkerMessages::write, WorkerMessages::read);

  /** The handle of the graph. */
  public static final ProtobufCodec<String> REGISTERED =
      SchemaCodec.of(
          RegisterGraphResponse.parser(),
          handle -> RegisterGraphResponse.newBuilder().setGraphHandle(handle).build(),
          RegisterGraphResponse::getGraphHandle);

  public static final ProtobufCodec<DeregisterGraph> DEREGISTER_GRAPH =
      SchemaCodec.of(DeregisterGraphRequest.parser(), WorkerMessages::write, WorkerMessages::read);

  /** The number of the step. */
  public static final ProtobufCodec<Long> CLEANUP_GRAPH =
      SchemaCodec.of(
          CleanupGraphRequest.parser(),
          step -> CleanupGraphRequest.newBuilder().setStepId(step).build(),
          CleanupGraphRequest::getStepId);

  /** The names of the containers. */
  public static final ProtobufCodec<List<String>> CLEANUP_ALL =
      SchemaCodec.of(
          CleanupAllRequest.parser(),
          containers -> CleanupAllRequest.newBuilder().addAllContainer(containers).build(),
          request -> List.copyOf(request.getContainerList()));

  public static final ProtobufCodec<ReceiveTensor> RECEIVE_TENSOR =
      SchemaCodec.of(RecvTensorRequest.parser(), WorkerMessages::write, WorkerMessages::read);

  public static final ProtobufCodec<EmptyRequest> MARK_RECV_FINISHED =
      SchemaCodec.of(
          MarkRecvFinishedRequest.parser(),
          none -> MarkRecvFinishedRequest.getDefaultInstance(),
          request -> EmptyRequest.INSTANCE);

  private WorkerMessages() {}

  private static GetStatusResponse write(List<DeviceInfo> devices) {
    GetStatusResponse.Builder written = GetStatusResponse.newBuilder();
    devices.forEach(device -> written.addDeviceAttributes(SchemaRecords.write(device)));
    return written.build();
  }

  private static List<DeviceInfo> read(GetStatusResponse status) {
    return SchemaRecords.read(status.getDeviceAttributesList());
  }

  private static CreateWorkerSessionRequest write(CreateWorkerSession request) {
    ServerDef.Builder server =
        ServerDef.newBuilder()
            .setJobName(request.self().job())
            .setTaskIndex(request.self().index())
            .setProtocol("grpc");
    if (request.cluster() != null) {
      server.setCluster(SchemaRecords.write(request.cluster()));
    }
    return CreateWorkerSessionRequest.newBuilder()
        .setSessionHandle(request.session())
        .setServerDef(server)
        .setIsolateSessionState(request.isolated())
        .setMasterTask(request.masterTask())
        .setMasterIncarnation(request.masterIncarnation())
        .setWeirLeaseMillis(request.lease().toMillis())
        .build();
  }

  private static CreateWorkerSession read(CreateWorkerSessionRequest request) {
    ServerDef server = request.getServerDef();
    return new CreateWorkerSession(
        request.getSessionHandle(),
        server.getCluster().getJobCount() == 0 ? null : SchemaRecords.read(server.getCluster()),
        new TaskId(server.getJobName(), server.getTaskIndex()),
        request.getIsolateSessionState(),
        request.getMasterTask(),
        request.getMasterIncarnation(),
        SchemaRecords.readDuration(request.getWeirLeaseMillis()));
  }

  private static RegisterGraphRequest write(RegisterGraph request) {
    return RegisterGraphRequest.newBuilder()
        .setSessionHandle(request.session())
        .setGraphDef(SchemaRecords.write(request.graphDef()))
        .setGraphOptions(SchemaRecords.graphOptions(request.options()))
        .setCreateWorkerSessionCalled(true)
        .setConfigProto(SchemaRecords.write(request.options()))
        .build();
  }

  private static RegisterGraph read(RegisterGraphRequest request) {
    GraphOptions options =
        request.hasGraphOptions()
            ? request.getGraphOptions()
            : request.getConfigProto().getGraphOptions();
    return new RegisterGraph(
        request.getSessionHandle(),
        SchemaRecords.read(request.getGraphDef()),
        SchemaRecords.read(request.getConfigProto(), options));
  }

  private static RecvTensorRequest write(ReceiveTensor request) {
    return RecvTensorRequest.newBuilder()
        .setStepId(request.step())
        .setRendezvousKey(request.key())
        .setRequestId(request.requestId())
        .build();
  }

  private static ReceiveTensor read(RecvTensorRequest request) {
    return new ReceiveTensor(
        request.getStepId(), request.getRendezvousKey(), request.getRequestId());
  }

  private static DeregisterGraphRequest write(DeregisterGraph request) {
    return DeregisterGraphRequest.newBuilder()
        .setSessionHandle(request.session())
        .setGraphHandle(request.graph())
        .setCreateWorkerSessionCalled(true)
        .build();
  }

  private static DeregisterGraph read(DeregisterGraphRequest request) {
    return new DeregisterGraph(request.getSessionHandle(), request.getGraphHandle());
  }
}
