package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.RegisterGraph;
import dev.weir.schema.CreateWorkerSessionRequest;
import dev.weir.schema.GetStatusResponse;
import dev.weir.schema.GraphOptions;
import dev.weir.schema.RecvTensorRequest;
import dev.weir.schema.RegisterGraphRequest;
import dev.weir.schema.RenewWorkerSessionsRequest;
import dev.weir.schema.ServerDef;
import java.util.List;

/** Messages to and from workers that have no tensors. */
final class WorkerMessages {
  private WorkerMessages() {}

  static Outbound write(List<DeviceInfo> devices) {
    GetStatusResponse.Builder written = GetStatusResponse.newBuilder();
    devices.forEach(device -> written.addDeviceAttributes(SchemaRecords.write(device)));
    return new SchemaMessage(written.build());
  }

  static List<DeviceInfo> read(GetStatusResponse status) {
    return SchemaRecords.read(status.getDeviceAttributesList());
  }

  static Outbound write(CreateWorkerSession request) {
    ServerDef.Builder server =
        ServerDef.newBuilder()
            .setJobName(request.self().job())
            .setTaskIndex(request.self().index())
            .setProtocol("grpc");
    if (request.cluster() != null) {
      server.setCluster(SchemaRecords.write(request.cluster()));
    }
    return new SchemaMessage(
        CreateWorkerSessionRequest.newBuilder()
            .setSessionHandle(request.session())
            .setServerDef(server)
            .setIsolateSessionState(request.isolated())
            .setMasterTask(request.masterTask())
            .setMasterIncarnation(request.masterIncarnation())
            .setWeirLeaseMillis(request.lease().toMillis())
            .build());
  }

  static CreateWorkerSession read(CreateWorkerSessionRequest request) {
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

  /** A master renews these sessions. */
  static Outbound renewal(List<String> sessions) {
    return new SchemaMessage(
        RenewWorkerSessionsRequest.newBuilder().addAllSessionHandle(sessions).build());
  }

  static List<String> read(RenewWorkerSessionsRequest request) {
    return List.copyOf(request.getSessionHandleList());
  }

  static Outbound write(RegisterGraph request) {
    return new SchemaMessage(
        RegisterGraphRequest.newBuilder()
            .setSessionHandle(request.session())
            .setGraphDef(SchemaRecords.write(request.graphDef()))
            .setGraphOptions(SchemaRecords.graphOptions(request.options()))
            .setCreateWorkerSessionCalled(true)
            .setConfigProto(SchemaRecords.write(request.options()))
            .build());
  }

  static RegisterGraph read(RegisterGraphRequest request) {
    GraphOptions options =
        request.hasGraphOptions()
            ? request.getGraphOptions()
            : request.getConfigProto().getGraphOptions();
    return new RegisterGraph(
        request.getSessionHandle(),
        SchemaRecords.read(request.getGraphDef()),
        SchemaRecords.read(request.getConfigProto(), options));
  }

  static Outbound write(ReceiveTensor request) {
    return new SchemaMessage(
        RecvTensorRequest.newBuilder()
            .setStepId(request.step())
            .setRendezvousKey(request.key())
            .setRequestId(request.requestId())
            .build());
  }

  static ReceiveTensor read(RecvTensorRequest request) {
    return new ReceiveTensor(
        request.getStepId(), request.getRendezvousKey(), request.getRequestId());
  }
}
