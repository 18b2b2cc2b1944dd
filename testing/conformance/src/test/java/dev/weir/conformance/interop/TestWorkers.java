package dev.weir.conformance.interop;

import static dev.weir.error.ErrorCode.ABORTED;
import static dev.weir.error.ErrorCode.INVALID_ARGUMENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.grpc.GrpcNetwork;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.DeregisterGraph;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.RegisterGraph;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.error.ErrorCode;
import dev.weir.graph.Graph;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiConsumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a master asks of a worker, message by message: both give the same answers. */
@Timeout(60)
@ExtendWith(Clusters.Shared.class)
final class TestWorkers {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final String DEVICE = "/job:ps/replica:0/task:0/device:CPU:0";

  @ParameterizedTest
  @EnumSource(Maker.class)
  void describesItsDevices(Maker maker, Clusters clusters) {
    withWorker(
        maker,
        clusters,
        (worker, session) ->
            assertThat(Talk.answer(worker.status(LIMIT)))
                .singleElement()
                .satisfies(
                    device -> {
                      assertThat(device.name()).isEqualTo(DEVICE);
                      assertThat(device.type()).isEqualTo("CPU");
                      assertThat(device.incarnation()).isNotZero();
                      assertThat(device.memoryLimit()).isPositive();
                      assertThat(device.isWeirs()).isEqualTo(maker == Maker.WEIR);
                    }));
  }

  @ParameterizedTest
  @EnumSource(Maker.class)
  void registeredGraphRunsUntilItIsForgotten(Maker maker, Clusters clusters) {
    withWorker(
        maker,
        clusters,
        (worker, session) -> {
          String graph = register(worker, session, DEVICE);
          assertThat(graph).matches("[0-9a-f]{16}");
          for (long step = 1; step < 4; step++) {
            assertThat(Talk.answer(worker.runGraph(step(session, graph, step), LIMIT)).values())
                .isEmpty();
            Talk.answer(worker.cleanupGraph(step, LIMIT));
          }
          Talk.answer(worker.deregisterGraph(new DeregisterGraph(session, graph), LIMIT));
          refuses(ABORTED, () -> Talk.answer(worker.runGraph(step(session, graph, 9), LIMIT)));
          refuses(
              ABORTED,
              () ->
                  Talk.answer(worker.deregisterGraph(new DeregisterGraph(session, graph), LIMIT)));
        });
  }

  @ParameterizedTest
  @EnumSource(Maker.class)
  void unknownSessionsAndHandlesAreRefused(Maker maker, Clusters clusters) {
    withWorker(
        maker,
        clusters,
        (worker, session) -> {
          refuses(ABORTED, () -> register(worker, "0123", DEVICE));
          refuses(ABORTED, () -> Talk.answer(worker.runGraph(step("0123", "1", 9), LIMIT)));
          refuses(ABORTED, () -> Talk.answer(worker.runGraph(step(session, "77", 9), LIMIT)));
          refuses(INVALID_ARGUMENT, () -> open(worker, "", 7));
        });
  }

  @ParameterizedTest
  @EnumSource(Maker.class)
  void deviceOfAnotherLifeIsRefused(Maker maker, Clusters clusters) {
    withWorker(
        maker,
        clusters,
        (worker, session) -> {
          String key = DEVICE + ";00000000000000ff;" + DEVICE + ";edge_1_x;0:0";
          refuses(
              ABORTED,
              () -> Talk.answer(worker.receiveTensor(new ReceiveTensor(5, key, 0), LIMIT)));
          refuses(
              INVALID_ARGUMENT,
              () -> Talk.answer(worker.receiveTensor(new ReceiveTensor(5, "nonsense", 0), LIMIT)));
        });
  }

  /** Masters ask for records of calls when a step is traced; that there are none is an answer. */
  @ParameterizedTest
  @EnumSource(Maker.class)
  void recordsOfCallsAreThere(Maker maker, Clusters clusters) {
    MixedCluster cluster = clusters.of(new Setting(Maker.WEIR, maker, maker, "ps"));
    assertThat(RawCall.status(cluster.address("ps"), "WorkerService/Logging")).isEqualTo("OK");
    assertThat(RawCall.status(cluster.address("ps"), "WorkerService/Tracing"))
        .isEqualTo("UNIMPLEMENTED");
  }

  private static void refuses(ErrorCode code, ThrowingCallable call) {
    assertThat(Client.refusal(call)).isEqualTo(code);
  }

  private static void withWorker(
      Maker maker, Clusters clusters, BiConsumer<WorkerPort, String> what) {
    MixedCluster cluster = clusters.of(new Setting(Maker.WEIR, maker, maker, "ps"));
    try (GrpcNetwork network = new GrpcNetwork(GrpcOptions.DEFAULT)) {
      WorkerPort worker = network.worker(cluster.address("ps"));
      String session = HexFormat.of().toHexDigits(Talk.number());
      open(worker, session, masterIncarnation(network, cluster));
      what.accept(worker, session);
      Talk.answer(worker.deleteSession(session, LIMIT));
    }
  }

  /** Weir's workers make sure that a master is the one they know under its name. */
  private static long masterIncarnation(GrpcNetwork network, MixedCluster cluster) {
    return Talk.answer(network.worker(cluster.address("worker")).status(LIMIT))
        .getFirst()
        .incarnation();
  }

  private static void open(WorkerPort worker, String session, long masterIncarnation) {
    Talk.answer(
        worker.createSession(
            new CreateWorkerSession(
                session,
                null,
                new TaskId("ps", 0),
                false,
                "/job:worker/replica:0/task:0",
                masterIncarnation),
            LIMIT));
  }

  private static String register(WorkerPort worker, String session, String device) {
    Graph graph = new Graph();
    Ops.create(graph).withDevice(device).withName("nothing").control.noOp();
    ByteBuffer graphDef = ByteBuffer.wrap(GraphDefs.toBinary(graph));
    return Talk.answer(
        worker.registerGraph(new RegisterGraph(session, graphDef, SessionOptions.DEFAULT), LIMIT));
  }

  private static RunGraph step(String session, String graph, long number) {
    return new RunGraph(
        session, graph, number, List.of(), List.of(), false, false, false, Talk.number());
  }
}
