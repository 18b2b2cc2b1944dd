package dev.weir.cluster.internal.protobuf;

import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.DeviceList;
import dev.weir.cluster.internal.wire.ExplainPlacement;
import dev.weir.cluster.internal.wire.ExtendSession;
import dev.weir.cluster.internal.wire.MakeCallable;
import dev.weir.cluster.internal.wire.PartialRunSetup;
import dev.weir.cluster.internal.wire.ReleaseCallable;
import dev.weir.cluster.internal.wire.ResetContainers;
import dev.weir.runtime.place.Placement;
import dev.weir.schema.CallableOptions;
import dev.weir.schema.CloseSessionRequest;
import dev.weir.schema.CreateSessionRequest;
import dev.weir.schema.CreateSessionResponse;
import dev.weir.schema.ExplainPlacementRequest;
import dev.weir.schema.ExplainPlacementResponse;
import dev.weir.schema.ExtendSessionRequest;
import dev.weir.schema.ExtendSessionResponse;
import dev.weir.schema.ListDevicesRequest;
import dev.weir.schema.ListDevicesResponse;
import dev.weir.schema.MakeCallableRequest;
import dev.weir.schema.MakeCallableResponse;
import dev.weir.schema.PartialRunSetupRequest;
import dev.weir.schema.PartialRunSetupResponse;
import dev.weir.schema.ReleaseCallableRequest;
import dev.weir.schema.ResetRequest;

/** Codecs for the messages of MasterService that have no tensors. */
public final class MasterMessages {
  public static final ProtobufCodec<CreateSession> CREATE_SESSION =
      SchemaCodec.of(CreateSessionRequest.parser(), MasterMessages::write, MasterMessages::read);

  public static final ProtobufCodec<CreateSession.Created> CREATED =
      SchemaCodec.of(CreateSessionResponse.parser(), MasterMessages::write, MasterMessages::read);

  public static final ProtobufCodec<ExtendSession> EXTEND_SESSION =
      SchemaCodec.of(ExtendSessionRequest.parser(), MasterMessages::write, MasterMessages::read);

  /** The new version of the graph. */
  public static final ProtobufCodec<Long> EXTENDED =
      SchemaCodec.of(
          ExtendSessionResponse.parser(),
          version -> ExtendSessionResponse.newBuilder().setNewGraphVersion(version).build(),
          ExtendSessionResponse::getNewGraphVersion);

  public static final ProtobufCodec<PartialRunSetup> PARTIAL_RUN_SETUP =
      SchemaCodec.of(PartialRunSetupRequest.parser(), MasterMessages::write, MasterMessages::read);

  /** The handle of the partial run. */
  public static final ProtobufCodec<String> PARTIAL_RUN =
      SchemaCodec.of(
          PartialRunSetupResponse.parser(),
          handle -> PartialRunSetupResponse.newBuilder().setPartialRunHandle(handle).build(),
          PartialRunSetupResponse::getPartialRunHandle);

  /** The handle of the session. */
  public static final ProtobufCodec<String> CLOSE_SESSION =
      SchemaCodec.of(
          CloseSessionRequest.parser(),
          session -> CloseSessionRequest.newBuilder().setSessionHandle(session).build(),
          CloseSessionRequest::getSessionHandle);

  /** The handle of a session, or empty for the whole cluster. */
  public static final ProtobufCodec<String> LIST_DEVICES =
      SchemaCodec.of(
          ListDevicesRequest.parser(),
          session -> ListDevicesRequest.newBuilder().setSessionHandle(session).build(),
          ListDevicesRequest::getSessionHandle);

  public static final ProtobufCodec<DeviceList> DEVICES =
      SchemaCodec.of(ListDevicesResponse.parser(), MasterMessages::write, MasterMessages::read);

  public static final ProtobufCodec<ResetContainers> RESET =
      SchemaCodec.of(ResetRequest.parser(), MasterMessages::write, MasterMessages::read);

  public static final ProtobufCodec<ExplainPlacement> EXPLAIN_PLACEMENT =
      SchemaCodec.of(ExplainPlacementRequest.parser(), MasterMessages::write, MasterMessages::read);

  public static final ProtobufCodec<Placement> PLACEMENT =
      SchemaCodec.of(
          ExplainPlacementResponse.parser(), MasterMessages::write, MasterMessages::read);

  public static final ProtobufCodec<MakeCallable> MAKE_CALLABLE =
      SchemaCodec.of(MakeCallableRequest.parser(), MasterMessages::write, MasterMessages::read);

  /** The handle of the callable. */
  public static final ProtobufCodec<Long> CALLABLE =
      SchemaCodec.of(
          MakeCallableResponse.parser(),
          handle -> MakeCallableResponse.newBuilder().setHandle(handle).build(),
          MakeCallableResponse::getHandle);

  public static final ProtobufCodec<ReleaseCallable> RELEASE_CALLABLE =
      SchemaCodec.of(ReleaseCallableRequest.parser(), MasterMessages::write, MasterMessages::read);

  private MasterMessages() {}

  private static CreateSessionRequest write(CreateSession request) {
    return CreateSessionRequest.newBuilder()
        .setGraphDef(SchemaRecords.write(request.graphDef()))
        .setConfig(SchemaRecords.write(request.options()))
        .setTarget(request.target())
        .setWeirLeaseMillis(request.lease().toMillis())
        .build();
  }

  private static CreateSession read(CreateSessionRequest request) {
    return new CreateSession(
        SchemaRecords.read(request.getGraphDef()),
        SchemaRecords.read(request.getConfig(), request.getConfig().getGraphOptions()),
        request.getTarget(),
        SchemaRecords.readDuration(request.getWeirLeaseMillis()));
  }

  private static CreateSessionResponse write(CreateSession.Created created) {
    return CreateSessionResponse.newBuilder()
        .setSessionHandle(created.session())
        .setGraphVersion(created.graphVersion())
        .build();
  }

  private static CreateSession.Created read(CreateSessionResponse created) {
    return new CreateSession.Created(created.getSessionHandle(), created.getGraphVersion());
  }

  private static ExtendSessionRequest write(ExtendSession request) {
    return ExtendSessionRequest.newBuilder()
        .setSessionHandle(request.session())
        .setGraphDef(SchemaRecords.write(request.graphDef()))
        .setCurrentGraphVersion(request.graphVersion())
        .build();
  }

  private static ExtendSession read(ExtendSessionRequest request) {
    return new ExtendSession(
        request.getSessionHandle(),
        SchemaRecords.read(request.getGraphDef()),
        request.getCurrentGraphVersion());
  }

  private static PartialRunSetupRequest write(PartialRunSetup request) {
    return PartialRunSetupRequest.newBuilder()
        .setSessionHandle(request.session())
        .addAllFeed(request.feeds())
        .addAllFetch(request.fetches())
        .addAllTarget(request.targets())
        .setRequestId(request.requestId())
        .build();
  }

  private static PartialRunSetup read(PartialRunSetupRequest request) {
    return new PartialRunSetup(
        request.getSessionHandle(),
        request.getFeedList(),
        request.getFetchList(),
        request.getTargetList(),
        request.getRequestId());
  }

  private static ListDevicesResponse write(DeviceList devices) {
    ListDevicesResponse.Builder written = ListDevicesResponse.newBuilder();
    devices.local().forEach(device -> written.addLocalDevice(SchemaRecords.write(device)));
    devices.remote().forEach(device -> written.addRemoteDevice(SchemaRecords.write(device)));
    return written.build();
  }

  private static DeviceList read(ListDevicesResponse devices) {
    return new DeviceList(
        SchemaRecords.read(devices.getLocalDeviceList()),
        SchemaRecords.read(devices.getRemoteDeviceList()));
  }

  private static ExplainPlacementRequest write(ExplainPlacement request) {
    return ExplainPlacementRequest.newBuilder()
        .setSessionHandle(request.session())
        .addAllFeed(request.feeds())
        .addAllFetch(request.fetches())
        .addAllTarget(request.targets())
        .build();
  }

  private static ExplainPlacement read(ExplainPlacementRequest request) {
    return new ExplainPlacement(
        request.getSessionHandle(),
        request.getFeedList(),
        request.getFetchList(),
        request.getTargetList());
  }

  private static ExplainPlacementResponse write(Placement placement) {
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
    return written.build();
  }

  private static Placement read(ExplainPlacementResponse placement) {
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

  private static MakeCallableRequest write(MakeCallable request) {
    return MakeCallableRequest.newBuilder()
        .setSessionHandle(request.session())
        .setOptions(
            CallableOptions.newBuilder()
                .addAllFeed(request.feeds())
                .addAllFetch(request.fetches())
                .addAllTarget(request.targets())
                .setRunOptions(SchemaRecords.write(request.options())))
        .setRequestId(request.requestId())
        .build();
  }

  private static MakeCallable read(MakeCallableRequest request) {
    CallableOptions options = request.getOptions();
    return new MakeCallable(
        request.getSessionHandle(),
        options.getFeedList(),
        options.getFetchList(),
        options.getTargetList(),
        SchemaRecords.read(options.getRunOptions()),
        request.getRequestId());
  }

  private static ReleaseCallableRequest write(ReleaseCallable request) {
    return ReleaseCallableRequest.newBuilder()
        .setSessionHandle(request.session())
        .setHandle(request.callable())
        .build();
  }

  private static ReleaseCallable read(ReleaseCallableRequest request) {
    return new ReleaseCallable(request.getSessionHandle(), request.getHandle());
  }

  private static ResetRequest write(ResetContainers request) {
    return ResetRequest.newBuilder()
        .addAllContainer(request.containers())
        .addAllDeviceFilters(request.deviceFilters())
        .build();
  }

  private static ResetContainers read(ResetRequest request) {
    return new ResetContainers(request.getContainerList(), request.getDeviceFiltersList());
  }
}
