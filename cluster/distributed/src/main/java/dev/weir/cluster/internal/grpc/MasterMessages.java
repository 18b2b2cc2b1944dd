package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.DeviceList;
import dev.weir.cluster.internal.wire.ExtendSession;
import dev.weir.cluster.internal.wire.MakeCallable;
import dev.weir.cluster.internal.wire.PartialRunSetup;
import dev.weir.cluster.internal.wire.ExplainPlacement;
import dev.weir.runtime.place.Placement;
import dev.weir.schema.CallableOptions;
import dev.weir.schema.CreateSessionRequest;
import dev.weir.schema.CreateSessionResponse;
import dev.weir.schema.ExplainPlacementRequest;
import dev.weir.schema.ExplainPlacementResponse;
import dev.weir.schema.ExtendSessionRequest;
import dev.weir.schema.ListDevicesResponse;
import dev.weir.schema.MakeCallableRequest;
import dev.weir.schema.PartialRunSetupRequest;

/** Messages to and from masters that have no tensors. */
final class MasterMessages {
  private MasterMessages() {}

  static Outbound write(CreateSession request) {
    return new SchemaMessage(
        CreateSessionRequest.newBuilder()
            .setGraphDef(SchemaRecords.write(request.graphDef()))
            .setConfig(SchemaRecords.write(request.options()))
            .setTarget(request.target())
            .setWeirLeaseMillis(request.lease().toMillis())
            .build());
  }

  static CreateSession read(CreateSessionRequest request) {
    return new CreateSession(
        SchemaRecords.read(request.getGraphDef()),
        SchemaRecords.read(request.getConfig(), request.getConfig().getGraphOptions()),
        request.getTarget(),
        SchemaRecords.readDuration(request.getWeirLeaseMillis()));
  }

  static Outbound write(CreateSession.Created created) {
    return new SchemaMessage(
        CreateSessionResponse.newBuilder()
            .setSessionHandle(created.session())
            .setGraphVersion(created.graphVersion())
            .build());
  }

  static CreateSession.Created read(CreateSessionResponse created) {
    return new CreateSession.Created(created.getSessionHandle(), created.getGraphVersion());
  }

  static Outbound write(ExtendSession request) {
    return new SchemaMessage(
        ExtendSessionRequest.newBuilder()
            .setSessionHandle(request.session())
            .setGraphDef(SchemaRecords.write(request.graphDef()))
            .setCurrentGraphVersion(request.graphVersion())
            .build());
  }

  static ExtendSession read(ExtendSessionRequest request) {
    return new ExtendSession(
        request.getSessionHandle(),
        SchemaRecords.read(request.getGraphDef()),
        request.getCurrentGraphVersion());
  }

  static Outbound write(PartialRunSetup request) {
    return new SchemaMessage(
        PartialRunSetupRequest.newBuilder()
            .setSessionHandle(request.session())
            .addAllFeed(request.feeds())
            .addAllFetch(request.fetches())
            .addAllTarget(request.targets())
            .setRequestId(request.requestId())
            .build());
  }

  static PartialRunSetup read(PartialRunSetupRequest request) {
    return new PartialRunSetup(
        request.getSessionHandle(),
        request.getFeedList(),
        request.getFetchList(),
        request.getTargetList(),
        request.getRequestId());
  }

  static Outbound write(DeviceList devices) {
    ListDevicesResponse.Builder written = ListDevicesResponse.newBuilder();
    devices.local().forEach(device -> written.addLocalDevice(SchemaRecords.write(device)));
    devices.remote().forEach(device -> written.addRemoteDevice(SchemaRecords.write(device)));
    return new SchemaMessage(written.build());
  }

  static DeviceList read(ListDevicesResponse devices) {
    return new DeviceList(
        SchemaRecords.read(devices.getLocalDeviceList()),
        SchemaRecords.read(devices.getRemoteDeviceList()));
  }

  static Outbound write(ExplainPlacement request) {
    return new SchemaMessage(
        ExplainPlacementRequest.newBuilder()
            .setSessionHandle(request.session())
            .addAllFeed(request.feeds())
            .addAllFetch(request.fetches())
            .addAllTarget(request.targets())
            .build());
  }

  static ExplainPlacement read(ExplainPlacementRequest request) {
    return new ExplainPlacement(
        request.getSessionHandle(),
        request.getFeedList(),
        request.getFetchList(),
        request.getTargetList());
  }

  static Outbound write(Placement placement) {
    ExplainPlacementResponse.Builder written = ExplainPlacementResponse.newBuilder();
    for (Placement.Decision decision : placement.decisions()) {
      written
          .addDecisionBuilder()
          .setNode(decision.node())
          .setOp(decision.op())
          .setDevice(decision.device())
          .setReason(decision.reason())
          .addAllCandidate(decision.candidates());
    }
    return new SchemaMessage(written.build());
  }

  static Placement read(ExplainPlacementResponse placement) {
    return new Placement(
        placement.getDecisionList().stream()
            .map(
                decision ->
                    new Placement.Decision(
                        decision.getNode(),
                        decision.getOp(),
                        decision.getDevice(),
                        decision.getReason(),
                        decision.getCandidateList()))
            .toList());
  }

  static Outbound write(MakeCallable request) {
    return new SchemaMessage(
        MakeCallableRequest.newBuilder()
            .setSessionHandle(request.session())
            .setOptions(
                CallableOptions.newBuilder()
                    .addAllFeed(request.feeds())
                    .addAllFetch(request.fetches())
                    .addAllTarget(request.targets())
                    .setRunOptions(SchemaRecords.write(request.options())))
            .setRequestId(request.requestId())
            .build());
  }

  static MakeCallable read(MakeCallableRequest request) {
    CallableOptions options = request.getOptions();
    return new MakeCallable(
        request.getSessionHandle(),
        options.getFeedList(),
        options.getFetchList(),
        options.getTargetList(),
        SchemaRecords.read(options.getRunOptions()),
        request.getRequestId());
  }
}
