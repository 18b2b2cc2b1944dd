package dev.weir.cluster.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.grpc.FakeMaster;
import dev.weir.cluster.internal.grpc.FakeWorker;
import dev.weir.cluster.internal.grpc.GrpcNetwork;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.grpc.GrpcTask;
import dev.weir.cluster.internal.grpc.Leaks;
import dev.weir.cluster.internal.grpc.Loopback;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.CachingAllocator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A task that cannot be reached by streams is called by gRPC, until it can. */
@Timeout(60)
final class TestHybridPeer {
  private static final Duration RETRY = Duration.ofMillis(100);
  private static final Duration CONNECTING = Duration.ofMillis(500);

  private final FakeWorker byGrpc = new FakeWorker();
  private final FakeWorker byStreams = new FakeWorker();
  private final CachingAllocator allocator = new CachingAllocator(1 << 30);
  private final StreamOptions options =
      StreamOptions.on(allocator).toBuilder().local(false).build();
  private GrpcTask task;
  private StreamServer server;
  private GrpcNetwork grpc;
  private StreamClient streams;
  private HybridPort worker;

  @BeforeEach
  void start() {
    FakeMaster master = new FakeMaster();
    task = GrpcTask.start("localhost:0", byGrpc, master, Runnable::run, GrpcOptions.DEFAULT);
    server = StreamServer.start("localhost", byStreams, master, options, null);
    grpc = new GrpcNetwork(GrpcOptions.of(allocator));
    streams = new StreamClient(options, null, null, CONNECTING);
    worker = worker(streams);
  }

  private HybridPort worker(StreamClient by) {
    String address = "localhost:" + task.port();
    HybridPeer peer = new HybridPeer(address, grpc.worker(address), by, RETRY);
    return new HybridPort(() -> peer, grpc.worker(address));
  }

  @AfterEach
  void stop() {
    streams.close();
    grpc.close();
    server.close();
    task.close();
    Leaks.assertInUse(allocator, 0);
  }

  private void describe(StreamAddress where) {
    byGrpc.devices = List.of(new DeviceInfo("d", "CPU", 1, 1, where.describe()));
  }

  /** Makes a call with a tensor. */
  private void call() {
    Tensor sent = StreamPair.tensor(allocator, 1 << 20);
    try {
      Loopback.get(run(worker, sent, Loopback.LIMIT)).release();
    } finally {
      sent.buffer().release();
    }
  }

  private static CompletableFuture<StepResult> run(HybridPort worker, Tensor sent, Duration limit) {
    List<NamedValue> sends = List.of(new NamedValue("x", sent));
    return worker.runGraph(
        new RunGraph("s", "g", 1, sends, List.of(), false, false, false, 0), limit);
  }

  /** A call goes by gRPC, and when streams work, others go by those. */
  private void assertFallsBackAndReturns() {
    int[] calls = new int[2];
    CompletableFuture<StepResult> empty =
        CompletableFuture.completedFuture(new StepResult(List.of(), List.of()));
    byGrpc.onRunGraph =
        request -> {
          calls[0]++;
          return empty;
        };
    byStreams.onRunGraph =
        request -> {
          calls[1]++;
          return empty;
        };
    call();
    assertThat(calls).containsExactly(1, 0);
    describe(server.address());
    StreamPair.await(
        () -> {
          call();
          return calls[1] > 0;
        });
    int plain = calls[0];
    call();
    assertThat(calls[0]).isEqualTo(plain);
  }

  @Test
  void portsWithoutAListener() throws IOException {
    int port;
    try (ServerSocket socket = listen()) {
      port = socket.getLocalPort();
    }
    describe(new StreamAddress(port, 1));
    assertFallsBackAndReturns();
  }

  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 5, InetAddress.getByName("localhost"));
  }

  @Test
  void portsWhereConnectionsAreSwallowed() throws IOException {
    try (ServerSocket silent = listen()) {
      describe(new StreamAddress(silent.getLocalPort(), 1));
      assertFallsBackAndReturns();
    }
  }

  @Test
  void tasksOfAnotherVersion() throws Exception {
    try (ServerSocket socket = listen()) {
      describe(new StreamAddress(socket.getLocalPort(), 1));
      Thread other =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try (RawStream taken = RawStream.of(socket.accept())) {
                      taken.welcome(Frames.VERSION + 1).readToTheEnd();
                    } catch (IOException e) {
                      throw new AssertionError(e);
                    }
                  });
      assertFallsBackAndReturns();
      other.join();
    }
  }

  @Test
  void tasksThatWereRestarted() {
    describe(new StreamAddress(server.address().port(), server.address().key() + 1));
    assertFallsBackAndReturns();
  }

  @Test
  void tasksThatTakeNoStreams() {
    byGrpc.devices = List.of(new DeviceInfo("d", "CPU", 1, 1, ""));
    call();
    assertThat(server.connections()).isZero();
  }

  @Test
  void aStreamThatBreaksIsReplaced() {
    describe(server.address());
    StreamPair.await(
        () -> {
          call();
          return server.connections() == 1;
        });
    server.close();
    server = StreamServer.start("localhost", byStreams, new FakeMaster(), options, null);
    describe(server.address());
    StreamPair.await(
        () -> {
          Tensor sent = StreamPair.tensor(allocator, 1 << 20);
          Loopback.get(run(worker, sent, Loopback.LIMIT).handle((value, error) -> error == null));
          sent.buffer().release();
          return server.connections() == 1;
        });
  }

  @Test
  void limitsHoldWhileTheTaskIsAskedWhatItIs() throws IOException {
    try (ServerSocket silent = listen();
        StreamClient patient = new StreamClient(options, null, null, Duration.ofMinutes(10))) {
      describe(new StreamAddress(silent.getLocalPort(), 1));
      Tensor sent = StreamPair.tensor(allocator, 1 << 20);
      WeirException late = Loopback.failure(run(worker(patient), sent, Duration.ofMillis(300)));
      sent.buffer().release();
      assertThat(late.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
      assertThat(late)
          .hasMessage("RunGraph at localhost:" + task.port() + ": no response within 0.300 s");
    }
  }
}
