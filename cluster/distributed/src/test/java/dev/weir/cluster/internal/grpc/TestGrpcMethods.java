package dev.weir.cluster.internal.grpc;

import static dev.weir.cluster.internal.grpc.Loopback.LIMIT;
import static dev.weir.cluster.internal.grpc.Loopback.done;
import static dev.weir.cluster.internal.grpc.Loopback.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.DeregisterGraph;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.DeviceList;
import dev.weir.cluster.internal.wire.DeviceStats;
import dev.weir.cluster.internal.wire.ExplainPlacement;
import dev.weir.cluster.internal.wire.ExtendSession;
import dev.weir.cluster.internal.wire.MakeCallable;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.PartialRunSetup;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RegisterGraph;
import dev.weir.cluster.internal.wire.ReleaseCallable;
import dev.weir.cluster.internal.wire.ResetContainers;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.runtime.place.Placement;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Every method, from the caller's record to the fake's and back. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestGrpcMethods {
  Loopback open(GrpcOptions options) {
    return new Loopback(options);
  }

  private static final SessionOptions OPTIONS =
      new SessionOptions(
          List.of("/job:ps", "/job:worker/task:1"),
          true,
          Duration.ofMillis(1500),
          true,
          true,
          "gzip");
  private static final ByteBuffer GRAPH = ByteBuffer.wrap(new byte[] {10, 3, 10, 1, 120});

  private Loopback loopback;

  @BeforeAll
  void start() {
    loopback = open(GrpcOptions.DEFAULT).connected();
  }

  @AfterAll
  void stop() {
    loopback.close();
  }

  @Test
  void statusListsDevices() {
    List<DeviceInfo> devices =
        List.of(
            new DeviceInfo("/job:ps/replica:0/task:0/device:CPU:0", "CPU", 1L << 28, -5, "a cpu"));
    loopback.fakeWorker.devices = devices;
    assertThat(get(loopback.worker().status(LIMIT))).isEqualTo(devices);
    assertThat(loopback.fakeWorker.lastLimit)
        .isLessThanOrEqualTo(LIMIT)
        .isGreaterThan(LIMIT.minusSeconds(10));
  }

  @Test
  void workerSessions() throws InterruptedException {
    CreateWorkerSession plain =
        new CreateWorkerSession("aa", null, new TaskId("worker", 1), true, "/job:chief", -9);
    done(loopback.worker().createSession(plain, LIMIT));
    assertThat(loopback.fakeWorker.asked.take()).isEqualTo(plain);

    ClusterSpec cluster = ClusterSpec.parse("ps=a:1,b:2;w=3@c:3");
    CreateWorkerSession described =
        new CreateWorkerSession("bb", cluster, new TaskId("ps", 0), false, "", 0);
    done(loopback.worker().createSession(described, LIMIT));
    assertThat(loopback.fakeWorker.asked.take()).isEqualTo(described);

    CreateWorkerSession leased =
        new CreateWorkerSession(
            "cc", null, new TaskId("ps", 0), false, "/job:chief", 7, Duration.ofSeconds(45));
    done(loopback.worker().createSession(leased, LIMIT));
    assertThat(loopback.fakeWorker.asked.take()).isEqualTo(leased);

    done(loopback.worker().renewSessions(List.of("bb", "cc"), LIMIT));
    assertThat(loopback.fakeWorker.asked.take()).isEqualTo("renew [bb, cc]");

    done(loopback.worker().deleteSession("bb", LIMIT));
    assertThat(loopback.fakeWorker.asked.take()).isEqualTo("delete bb");
  }

  @Test
  void graphsOfWorkers() throws InterruptedException {
    RegisterGraph request = new RegisterGraph("aa", GRAPH.duplicate(), OPTIONS);
    assertThat(get(loopback.worker().registerGraph(request, LIMIT))).isEqualTo("0000000000000001");
    assertThat(loopback.fakeWorker.asked.take()).isEqualTo(request);
    done(loopback.worker().deregisterGraph(new DeregisterGraph("aa", "01"), LIMIT));
    assertThat(loopback.fakeWorker.asked.take()).isEqualTo("deregister aa 01");
    done(loopback.worker().cleanupGraph(-77, LIMIT));
    assertThat(loopback.fakeWorker.asked.take()).isEqualTo("clean up -77");
    done(loopback.worker().cleanupAll(List.of("", "c"), LIMIT));
    assertThat(loopback.fakeWorker.asked.take()).isEqualTo("clean up [, c]");
  }

  @Test
  void runGraphTakesAndGivesTensors() {
    List<DeviceStats> stats =
        List.of(
            new DeviceStats(
                "/device:CPU:0",
                List.of(new DeviceStats.NodeRun("n", "n = Add(a, b)", 1_700_000_000_000L, 1234))));
    loopback.fakeWorker.onRunGraph =
        request -> {
          assertThat(request.session()).isEqualTo("aa");
          assertThat(request.graph()).isEqualTo("01");
          assertThat(request.step()).isEqualTo(99);
          assertThat(request.receives()).containsExactly("out");
          assertThat(request.traces()).isTrue();
          assertThat(request.partial()).isTrue();
          assertThat(request.lastPartial()).isTrue();
          assertThat(request.requestId()).isEqualTo(-3);
          assertThat(request.sends()).hasSize(1);
          return CompletableFuture.completedFuture(
              new StepResult(
                  List.of(new NamedValue("out", request.sends().getFirst().value().retained())),
                  stats));
        };
    RunGraph request =
        new RunGraph(
            "aa",
            "01",
            99,
            List.of(new NamedValue("in", Tensors.vector(1f, 2f, 3f))),
            List.of("out"),
            true,
            true,
            true,
            -3);
    StepResult result = get(loopback.worker().runGraph(request, LIMIT));
    assertThat(result.stats()).isEqualTo(stats);
    assertThat(result.values()).hasSize(1);
    assertThat(result.values().getFirst().name()).isEqualTo("out");
    assertThat(result.values().getFirst().value().getFloat(2)).isEqualTo(3);
    result.release();
  }

  @Test
  void receiveTensorWaitsForTheValue() {
    CompletableFuture<ReceivedTensor> value = new CompletableFuture<>();
    CompletableFuture<ReceiveTensor> asked = new CompletableFuture<>();
    loopback.fakeWorker.onReceive =
        request -> {
          asked.complete(request);
          return value;
        };
    ReceiveTensor request = new ReceiveTensor(5, "a;0;b;edge_1;0:0", 17);
    CompletableFuture<ReceivedTensor> answer = loopback.worker().receiveTensor(request, LIMIT);
    assertThat(get(asked)).isEqualTo(request);
    assertThat(answer).isNotDone();
    value.complete(new ReceivedTensor(Tensors.scalar(42)));
    Tensor tensor = get(answer).tensor();
    assertThat(tensor).isNotNull();
    assertThat(tensor.getInt(0)).isEqualTo(42);
  }

  @Test
  void deadValuesAreDead() {
    loopback.fakeWorker.onReceive =
        request -> CompletableFuture.completedFuture(ReceivedTensor.DEAD);
    assertThat(get(loopback.worker().receiveTensor(new ReceiveTensor(1, "k", 0), LIMIT)))
        .isSameAs(ReceivedTensor.DEAD);
  }

  @Test
  void sessions() throws InterruptedException {
    CreateSession create = new CreateSession(GRAPH.duplicate(), OPTIONS, "grpc://here");
    assertThat(get(loopback.master().createSession(create, LIMIT)))
        .isEqualTo(new CreateSession.Created("00000000000000aa", 0));
    assertThat(loopback.fakeMaster.asked.take()).isEqualTo(create);
    ExtendSession extend = new ExtendSession("aa", GRAPH.duplicate(), 4);
    assertThat(get(loopback.master().extendSession(extend, LIMIT))).isEqualTo(5);
    assertThat(loopback.fakeMaster.asked.take()).isEqualTo(extend);
    done(loopback.master().closeSession("aa", LIMIT));
    assertThat(loopback.fakeMaster.asked.take()).isEqualTo("close aa");
    done(loopback.master().reset(new ResetContainers(List.of("c"), List.of("/job:ps")), LIMIT));
    assertThat(loopback.fakeMaster.asked.take()).isEqualTo("reset [c] [/job:ps]");
  }

  @Test
  void devicesOfTheCluster() throws InterruptedException {
    DeviceInfo device = new DeviceInfo("/job:a/replica:0/task:0/device:CPU:0", "CPU", 1, 2, "");
    loopback.fakeMaster.devices = new DeviceList(List.of(device), List.of(device, device));
    assertThat(get(loopback.master().listDevices("aa", LIMIT)))
        .isEqualTo(loopback.fakeMaster.devices);
    assertThat(loopback.fakeMaster.asked.take()).isEqualTo("list aa");
  }

  @Test
  void placementsAreExplained() throws InterruptedException {
    ExplainPlacement request =
        new ExplainPlacement("aa", List.of("x:0"), List.of("y:0"), List.of("t"));
    assertThat(get(loopback.master().explainPlacement(request, LIMIT)).decisions())
        .containsExactly(
            new Placement.Decision("n", "Add", "/cpu:0", "asked for it", List.of("/c")));
    assertThat(loopback.fakeMaster.asked.take()).isEqualTo(request);
  }

  @Test
  void partialRunsAndCallables() throws InterruptedException {
    PartialRunSetup setup =
        new PartialRunSetup("aa", List.of("x:0"), List.of("y:0"), List.of("t"), 12);
    assertThat(get(loopback.master().setUpPartialRun(setup, LIMIT))).isEqualTo("1");
    assertThat(loopback.fakeMaster.asked.take()).isEqualTo(setup);
    MakeCallable make =
        new MakeCallable(
            "aa",
            List.of("x:0"),
            List.of("y:0"),
            List.of("t"),
            new StepOptions(true, Duration.ofMillis(7)),
            13);
    assertThat(get(loopback.master().makeCallable(make, LIMIT))).isEqualTo(7);
    assertThat(loopback.fakeMaster.asked.take()).isEqualTo(make);
    done(loopback.master().releaseCallable(new ReleaseCallable("aa", 7), LIMIT));
    assertThat(loopback.fakeMaster.asked.take()).isEqualTo("release aa 7");
  }

  @Test
  void callablesTakeAndGiveTensorsInOrder() {
    loopback.fakeMaster.onRunCallable =
        request -> {
          assertThat(request.session()).isEqualTo("aa");
          assertThat(request.callable()).isEqualTo(7);
          assertThat(request.requestId()).isEqualTo(3);
          return CompletableFuture.completedFuture(
              new StepResult(
                  request.feeds().reversed().stream()
                      .map(feed -> new NamedValue("", feed.retained()))
                      .toList(),
                  List.of()));
        };
    RunCallable request =
        new RunCallable(
            "aa", 7, List.of(Tensors.scalar(1), Tensors.scalar("two"), Tensors.scalar(3.5)), 3);
    StepResult result = get(loopback.master().runCallable(request, LIMIT));
    assertThat(result.values()).hasSize(3);
    assertThat(result.values().get(0).value().getDouble(0)).isEqualTo(3.5);
    assertThat(result.values().get(1).value().getString(0)).isEqualTo("two");
    assertThat(result.values().get(2).value().getInt(0)).isEqualTo(1);
    result.release();
  }

  @Test
  void stepsTakeAndGiveTensors() {
    CompletableFuture<RunStep> asked = new CompletableFuture<>();
    loopback.fakeMaster.onRunStep =
        request -> {
          asked.complete(request);
          return CompletableFuture.completedFuture(
              new StepResult(List.of(new NamedValue("y:0", Tensors.scalar(2f))), List.of()));
        };
    RunStep request =
        new RunStep(
            "aa",
            List.of(),
            List.of("y:0", "z:0"),
            List.of("train"),
            new StepOptions(true, Duration.ofMillis(250)),
            "p",
            8);
    StepResult result = get(loopback.master().runStep(request, LIMIT));
    assertThat(get(asked)).isEqualTo(request);
    assertThat(result.values().getFirst().name()).isEqualTo("y:0");
    assertThat(result.values().getFirst().value().getFloat(0)).isEqualTo(2);
    result.release();
  }
}
