package dev.weir.cluster.server;

import static dev.weir.cluster.server.WatchedTasks.PS;
import static dev.weir.cluster.server.WatchedTasks.WORKER;
import static dev.weir.cluster.server.WatchedTasks.assertWorks;
import static dev.weir.cluster.server.WatchedTasks.freeAddress;
import static dev.weir.cluster.server.WatchedTasks.refusal;
import static dev.weir.cluster.server.WatchedTasks.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.grpc.GrpcNetwork;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.stream.HybridNetwork;
import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.cluster.internal.wire.TaskStatus;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.ops.io.IoOps;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clusters that do not fit together, graphs and clients that are not what they should be: each is
 * refused or survived, with one line for the client and one in the task's log, and leaves nothing.
 * What does not even speak as it should is in {@link TestBadPeers}.
 */
@Timeout(60)
final class TestBadClients {
  private static final Duration CALL = Duration.ofSeconds(10);

  private static final int GIVEN_UP = 300;

  private final WatchedTasks tasks = new WatchedTasks();

  @AfterEach
  void stop() {
    tasks.close();
  }

  private static void assertIsOneLine(WeirException error, ErrorCode code, String... parts) {
    assertThat(error.code()).isEqualTo(code);
    assertThat(error).hasMessageContainingAll(parts).hasMessageNotContaining("\n");
  }

  @Test
  void taskSpeaksAnotherProtocol() throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    http.start();
    try {
      String ps = "127.0.0.1:" + http.getAddress().getPort();
      Server worker = tasks.start(WORKER, spec(ps, freeAddress()));
      refusal(worker); // from now on it has the threads that calls take
      tasks.look();

      WeirException error = refusal(worker);

      assertThat(error.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION);
      assertThat(error).hasMessageContainingAll(PS.name(), "protocol", "1 of 2 tasks are well");
      tasks.assertSaid("session refused", PS.name(), ps, "does not speak gRPC");
      tasks.assertNothingLeft();
    } finally {
      http.stop(0);
    }
  }

  @Test
  void taskIsOfAnotherCluster() throws IOException {
    ClusterSpec theirs = spec(freeAddress(), freeAddress());
    Server theirWorker = tasks.startBoth(theirs);
    assertWorks(theirWorker);
    Server ours = tasks.start(WORKER, spec(theirs.address(PS), freeAddress()));
    refusal(ours);
    tasks.look();

    WeirException error = refusal(ours);

    assertThat(error.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION);
    assertThat(error).hasMessageContainingAll("From " + PS.name() + ":\n", "different clusters");
    assertThat(tasks.log.lines()) // of the task that refuses, and of the one that is refused
        .satisfiesExactly(
            line -> assertThat(line).contains("a session was refused", "different clusters"),
            line -> assertThat(line).contains("session refused: From " + PS.name()));
    tasks.assertNothingLeft();
    assertWorks(theirWorker);
  }

  @Test
  void taskIsAnotherTask() throws IOException {
    ClusterSpec theirs = spec(freeAddress(), freeAddress());
    tasks.start(WORKER, theirs);
    Server ours = tasks.start(WORKER, spec(theirs.address(WORKER), freeAddress()));
    refusal(ours);
    tasks.look();

    WeirException error = refusal(ours);

    assertThat(error.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION);
    assertThat(error).hasMessageContainingAll(PS.name(), "wrong cluster", "another task");
    tasks.assertSaid("session refused", PS.name(), WORKER.name());
    tasks.assertNothingLeft();
  }

  @Test
  void taskIsThereAlready() throws IOException {
    ClusterSpec spec = spec(freeAddress(), freeAddress());
    Server worker = tasks.startBoth(spec);
    assertWorks(worker);
    tasks.look();

    WeirException error =
        catchThrowableOfType(WeirException.class, () -> tasks.start(PS, spec)); // the program's end

    assertIsOneLine(error, ErrorCode.UNAVAILABLE, spec.address(PS), "already in use");
    assertThat(tasks.log.lines()).isEmpty(); // the one that is there does not notice
    tasks.assertNothingLeft();
    assertWorks(worker);
  }

  @Test
  void graphNamesAMissingDevice() throws IOException {
    Server worker = tasks.startBoth(spec(freeAddress(), freeAddress()));
    assertWorks(worker);
    tasks.look();
    Graph graph = new Graph();
    Ops nowhere = Ops.create(graph).withDevice("/job:ps/task:7");
    Output value = nowhere.withName("lost").math.add(nowhere.constant(1f), nowhere.constant(1f));
    try (Session session = Session.connect(worker.target(), graph)) {
      WeirException error =
          catchThrowableOfType(WeirException.class, () -> session.runner().fetch(value).run());
      assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
      assertThat(error).hasMessageContainingAll("/job:ps/task:7", PS.name());
    }
    tasks.assertSaid("a step of session", "cannot run", "Cannot assign a device", "/job:ps/task:7");
    tasks.assertNothingLeft();
    assertWorks(worker);
  }

  @Test
  void graphNamesAFileItMayNotTouch(@TempDir Path folder) throws IOException {
    Path allowed = Files.createDirectory(folder.resolve("allowed"));
    Path secret = Files.writeString(folder.resolve("secret"), "a,1\nb,2\n");
    Server worker =
        tasks.start(
            ServerOptions.builder(WORKER, new FixedMembership(only(WORKER, freeAddress())))
                .allowedDirectories(List.of(allowed))
                .build());
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output drawn =
        graph
            .node("FixedUnigramCandidateSampler", "sampler")
            .input(ops.constant(Tensors.zeros(DType.INT64, Shape.of(1, 1))))
            .attr("num_true", 1)
            .attr("num_sampled", 1)
            .attr("unique", false)
            .attr("range_max", 2)
            .attr("vocab_file", allowed + "/../secret")
            .build()
            .output(0);
    try (Session session = Session.connect(worker.target(), graph)) {
      WeirException error =
          catchThrowableOfType(WeirException.class, () -> session.runner().fetch(drawn).run());
      assertThat(error.code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
      assertThat(error)
          .hasMessageContainingAll(
              secret.toRealPath().toString(), "only what is in", allowed.toRealPath().toString());
    }
  }

  private static ClusterSpec only(TaskId task, String address) {
    return ClusterSpec.builder().task(task, address).build();
  }

  /** Its connections break in mid-step, and its session is not closed. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void clientVanishesInMidStep(boolean byStreams) throws IOException {
    tasks.streams = byStreams ? StreamOptions.DEFAULT : StreamOptions.OFF;
    tasks.timeouts = tasks.timeouts.withIdleTimeout(Duration.ofSeconds(1));
    ClusterSpec spec = spec(freeAddress(), freeAddress());
    Server ps = tasks.start(PS, spec);
    Server worker = tasks.start(WORKER, spec);
    assertWorks(worker);
    tasks.look();
    Graph graph = new Graph();
    Ops ops = Ops.create(graph).withDevice(PS.name());
    Output queue = ops.io.fifoQueue(List.of(DType.FLOAT32), IoOps.QueueOptions.DEFAULT);
    Output taken = ops.io.queueDequeue(queue, List.of(DType.FLOAT32)).get(0);
    try (HybridNetwork client = new HybridNetwork(GrpcOptions.DEFAULT, tasks.streams)) {
      MasterPort master = client.master(worker.address());
      String session = open(master, graph);
      var unused = master.runStep(fetch(session, taken), CALL);
      awaitRunning(ps, 1);
    }
    awaitRunning(ps, 0);
    tasks.assertSaid(
        "the client of session", "cancelled a step or disconnected", "the step was aborted");
    tasks.assertNothingLeft(); // its session goes when it has not been used for long
    assertWorks(worker);
  }

  /** They give up at any moment, also when the answer is just being made. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void clientsGiveStepsUp(boolean byStreams) throws Exception {
    tasks.streams = byStreams ? StreamOptions.DEFAULT : StreamOptions.OFF;
    Server worker = tasks.startBoth(spec(freeAddress(), freeAddress()));
    assertWorks(worker);
    tasks.look();
    Graph graph = new Graph();
    Ops ops = Ops.create(graph).withDevice(PS.name());
    Output fed = ops.placeholder(DType.FLOAT32, Shape.of(1 << 16));
    Output values = ops.math.add(fed, fed);
    Tensor large = Tensors.zeros(DType.FLOAT32, Shape.of(1 << 16));
    List<NamedValue> feeds = List.of(new NamedValue(fed.name(), large));
    Random random = new Random(1);
    try (HybridNetwork client = new HybridNetwork(GrpcOptions.DEFAULT, tasks.streams)) {
      MasterPort master = client.master(worker.address());
      String session = open(master, graph);
      RunStep request =
          new RunStep(
              session, feeds, List.of(values.name()), List.of(), StepOptions.DEFAULT, "", 0);
      master.runStep(request, CALL).join().release();
      for (int i = 0; i < GIVEN_UP; i++) {
        CompletableFuture<StepResult> step = master.runStep(request, CALL);
        LockSupport.parkNanos(random.nextInt(1_000_000));
        if (!step.cancel(true)) {
          step.join().release();
        }
      }
      master.closeSession(session, CALL).join();
    }
    large.buffer().release();
    tasks.assertNothingLeft();
    assertWorks(worker);
  }

  private static String open(MasterPort master, Graph graph) {
    ByteBuffer bytes = ByteBuffer.wrap(GraphDefs.toBinary(graph));
    CreateSession request = new CreateSession(bytes, SessionOptions.DEFAULT, "");
    return master.createSession(request, CALL).join().session();
  }

  private static RunStep fetch(String session, Output what) {
    return new RunStep(
        session, List.of(), List.of(what.name()), List.of(), StepOptions.DEFAULT, "", 0);
  }

  /** A worker reports no start or end of a step, but counts steps. */
  private static void awaitRunning(Server server, int count) {
    long end = System.nanoTime() + CALL.toNanos();
    while (server.worker().knownSteps() != count || server.worker().runningSteps() != count) {
      assertThat(end - System.nanoTime()).as("%s", server.status()).isPositive();
      Thread.onSpinWait();
    }
  }

  @Test
  void statusTellsWhatATaskDoes() throws IOException {
    ClusterSpec spec = spec(freeAddress(), freeAddress());
    Server worker = tasks.startBoth(spec);
    assertWorks(worker);
    try (GrpcNetwork network = new GrpcNetwork(GrpcOptions.DEFAULT)) {
      TaskStatus status = network.taskStatus(spec.address(PS), CALL).join();
      assertThat(status.task()).isEqualTo(PS.name());
      assertThat(status.begunSteps()).isEqualTo(1);
      assertThat(status.failedSteps()).isZero();
      assertThat(status.memoryLimit()).isPositive();
      assertThat(status.threads()).isPositive();
      assertThat(status.uptimeMillis()).isPositive();
    }
  }
}
