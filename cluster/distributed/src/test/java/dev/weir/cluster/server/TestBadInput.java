package dev.weir.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.HostPort;
import dev.weir.cluster.Patience;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.grpc.GrpcNetwork;
import dev.weir.cluster.grpc.GrpcOptions;
import dev.weir.cluster.grpc.Security;
import dev.weir.cluster.wire.TaskStatus;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.QueueOps;
import dev.weir.runtime.Cancellation;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What tasks do with peers and clients that are not what they should be. */
@Timeout(60)
final class TestBadInput {
  private static final TaskId PS = new TaskId("ps", 0);
  private static final TaskId WORKER = new TaskId("worker", 0);
  private static final Patience SHORT = Patience.STANDARD.withStart(Duration.ofSeconds(1));
  private static final Duration CALL = Duration.ofSeconds(10);

  private final List<Server> servers = new ArrayList<>();

  private static String freeAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "127.0.0.1:" + socket.getLocalPort();
    }
  }

  private static ClusterSpec spec(String ps, String worker) {
    return ClusterSpec.builder().task(PS, ps).task(WORKER, worker).build();
  }

  private Server start(TaskId task, ClusterSpec spec, GrpcOptions grpc) {
    Server server =
        Server.start(
            ServerOptions.of(task, new FixedMembership(spec)).withPatience(SHORT).withGrpc(grpc));
    servers.add(server);
    return server;
  }

  private Server start(TaskId task, ClusterSpec spec) {
    return start(task, spec, GrpcOptions.DEFAULT);
  }

  @AfterEach
  void assertNothingLeft() {
    try {
      for (Server server : servers) {
        TaskStatus status = server.status();
        assertThat(status.knownSteps()).as("%s", status).isZero();
        assertThat(status.runningSteps()).as("%s", status).isZero();
        assertThat(status.clientSessions()).as("%s", status).isZero();
        assertThat(status.sessions()).as("%s", status).isZero();
        assertThat(status.graphs()).as("%s", status).isZero();
      }
    } finally {
      servers.forEach(Server::close);
    }
  }

  private static WeirException refusal(Server master) {
    Graph graph = new Graph();
    Ops.create(graph).constant(1f);
    return catchThrowableOfType(
        WeirException.class, () -> Session.connect(master.target(), graph).close());
  }

  /** Whether sessions work all the same, on all tasks. */
  private static void assertWorks(Server master) {
    Graph graph = new Graph();
    Ops ps = Ops.create(graph).withDevice(PS.name());
    Output two = ps.math.add(ps.constant(1f), ps.constant(1f));
    try (Session session = Session.connect(master.target(), graph)) {
      assertThat(session.runner().fetch(two).run().get(0).getFloat(0)).isEqualTo(2f);
    }
  }

  @Test
  void taskSpeaksAnotherProtocol() throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    http.start();
    try {
      String ps = "127.0.0.1:" + http.getAddress().getPort();
      Server worker = start(WORKER, spec(ps, freeAddress()));
      WeirException error = refusal(worker);
      assertThat(error.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION);
      assertThat(error).hasMessageContainingAll(PS.name(), "protocol", "1 of 2 tasks are well");
    } finally {
      http.stop(0);
    }
  }

  @Test
  void taskIsOfAnotherCluster() throws IOException {
    ClusterSpec theirs = spec(freeAddress(), freeAddress());
    start(PS, theirs);
    start(WORKER, theirs);
    Server ours = start(WORKER, spec(theirs.address(PS), freeAddress()));

    WeirException error = refusal(ours);

    assertThat(error.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION);
    assertThat(error).hasMessageContainingAll("From " + PS.name(), "different clusters");
  }

  @Test
  void taskIsAnotherTask() throws IOException {
    ClusterSpec theirs = spec(freeAddress(), freeAddress());
    start(WORKER, theirs);
    Server ours = start(WORKER, spec(theirs.address(WORKER), freeAddress()));

    WeirException error = refusal(ours);

    assertThat(error.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION);
    assertThat(error).hasMessageContainingAll(PS.name(), "wrong cluster", "another task");
  }

  @Test
  void taskIsThereAlready() throws IOException {
    ClusterSpec spec = spec(freeAddress(), freeAddress());
    start(PS, spec);
    Server worker = start(WORKER, spec);
    assertThatThrownBy(() -> start(PS, spec))
        .isInstanceOf(WeirException.class)
        .hasMessageContainingAll(spec.address(PS), "already in use");
    assertWorks(worker);
  }

  @Test
  void callerHasAnotherToken() throws IOException {
    GrpcOptions ours = GrpcOptions.DEFAULT.withSecurity(new Security(null, "right"));
    ClusterSpec spec = spec(freeAddress(), freeAddress());
    start(PS, spec, ours);
    Server worker = start(WORKER, spec, ours);

    WeirException error = refusal(worker); // it names no token
    assertThat(error.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
    assertThat(error).hasMessageContaining("names no token");
    try (GrpcNetwork other =
        new GrpcNetwork(GrpcOptions.DEFAULT.withSecurity(new Security(null, "wrong")))) {
      assertThatThrownBy(() -> other.worker(spec.address(PS)).status(CALL).get())
          .hasMessageContaining("names another token");
    }
  }

  @Test
  void taskHasAnotherToken() throws IOException {
    ClusterSpec spec = spec(freeAddress(), freeAddress());
    start(PS, spec, GrpcOptions.DEFAULT.withSecurity(new Security(null, "theirs")));
    Server worker = start(WORKER, spec);

    WeirException error = refusal(worker);

    assertThat(error.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
    assertThat(error).hasMessageContainingAll(PS.name(), "handshake", "the same token");
  }

  @Test
  void bytesAreGarbage() throws IOException {
    ClusterSpec spec = spec(freeAddress(), freeAddress());
    Server ps = start(PS, spec);
    Server worker = start(WORKER, spec);
    assertWorks(worker);
    long threads = ps.status().threads();
    HostPort address = HostPort.parse(spec.address(PS));
    for (int seed = 0; seed < 20; seed++) {
      byte[] garbage = new byte[1 << 12];
      new Random(seed).nextBytes(garbage);
      try (Socket socket = new Socket(address.host(), address.port())) {
        socket.setSoTimeout((int) CALL.toMillis());
        socket.getOutputStream().write(garbage);
        InputStream answer = socket.getInputStream();
        while (answer.read() >= 0) {} // until the task hangs up
      } catch (SocketException e) {
        assertThat(e).hasMessageContaining("reset"); // it has hung up before all was sent
      }
    }
    assertThat(ps.status().threads()).isLessThanOrEqualTo(threads + 2);
    assertWorks(worker);
  }

  @Test
  void graphIsForADeviceNobodyHas() throws IOException {
    ClusterSpec spec = spec(freeAddress(), freeAddress());
    start(PS, spec);
    Server worker = start(WORKER, spec);
    Graph graph = new Graph();
    Ops nowhere = Ops.create(graph).withDevice("/job:ps/task:7");
    Output value = nowhere.withName("lost").math.add(nowhere.constant(1f), nowhere.constant(1f));
    try (Session session = Session.connect(worker.target(), graph)) {
      WeirException error =
          catchThrowableOfType(WeirException.class, () -> session.runner().fetch(value).run());
      assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
      assertThat(error).hasMessageContainingAll("/job:ps/task:7", PS.name());
    }
  }

  @Test
  void graphNamesAFileItMayNotTouch(@TempDir Path folder) throws IOException {
    Path allowed = Files.createDirectory(folder.resolve("allowed"));
    Path secret = Files.writeString(folder.resolve("secret"), "a,1\nb,2\n");
    Server worker =
        Server.start(
            ServerOptions.of(WORKER, new FixedMembership(only(WORKER, freeAddress())))
                .withAllowedDirectories(List.of(allowed)));
    servers.add(worker);
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

  @Test
  void clientVanishesInMidStep() throws Exception {
    ClusterSpec spec = spec(freeAddress(), freeAddress());
    Server ps = start(PS, spec);
    Server worker = start(WORKER, spec);
    Graph graph = new Graph();
    Ops ops = Ops.create(graph).withDevice(PS.name());
    Output queue = ops.queue.fifoQueue(List.of(DType.FLOAT32), QueueOps.Options.DEFAULT);
    Output taken = ops.queue.queueDequeue(queue, List.of(DType.FLOAT32)).get(0);
    Cancellation vanishing = new Cancellation();
    try (Session session = Session.connect(worker.target(), graph)) {
      CompletableFuture<?> step =
          CompletableFuture.supplyAsync(
              () ->
                  session
                      .runner()
                      .fetch(taken)
                      .options(RunOptions.DEFAULT.withCancellation(vanishing))
                      .run());
      awaitRunning(ps, 1);
      vanishing.cancel();
      assertThatThrownBy(() -> step.get(10, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class);
      awaitRunning(ps, 0);
    }
  }

  /** A worker tells nobody when steps begin or end, but counts them. */
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
    start(PS, spec);
    Server worker = start(WORKER, spec);
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
