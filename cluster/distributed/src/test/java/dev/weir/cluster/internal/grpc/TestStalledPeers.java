package dev.weir.cluster.internal.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.CapturedLog;
import dev.weir.cluster.internal.transport.Token;
import dev.weir.cluster.internal.wire.ExtendSession;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.CachingAllocator;
import io.grpc.Status;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Peers that begin and do not go on: what they hold is given back, and others are served. */
@Timeout(60)
final class TestStalledPeers {
  private static final int MIB = 1 << 20;
  private static final int WINDOW = 1 << 20;
  private static final String RUN_GRAPH = "tensorflow.WorkerService/RunGraph";
  private static final String RECEIVE_TENSOR = "tensorflow.WorkerService/RecvTensor";
  private static final String DEADLINE_EXCEEDED = "4";
  private static final String UNAUTHENTICATED = "16";
  private static final int ENHANCE_YOUR_CALM = 11;

  private final CachingAllocator allocator = new CachingAllocator(64 * MIB);
  private final GrpcOptions options = GrpcOptions.of(allocator);

  private GrpcOptions impatient() {
    return options.toBuilder()
        .limits(GrpcLimits.DEFAULT.withProgress(Duration.ofMillis(300)))
        .build();
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + Loopback.LIMIT.toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  private static void assertAlive(Loopback loopback) {
    assertThat(Loopback.get(loopback.worker().status(Loopback.LIMIT))).isNotNull();
  }

  private static void assertStalled(Http2Headers trailers) {
    assertThat(trailers.get("grpc-status")).hasToString(DEADLINE_EXCEEDED);
    assertThat(trailers.get("grpc-message").toString())
        .startsWith("the request of RunGraph made no progress for 300 ms; ");
  }

  @Test
  void requestsWithoutTheirLastByteEnd() throws Exception {
    byte[] request = RawMessages.request(MIB, MIB);
    try (Loopback loopback = new Loopback(impatient());
        RawHttp2 peer = new RawHttp2(loopback.task.port(), WINDOW)) {
      int call = peer.call(RUN_GRAPH);
      peer.message(call, request.length, Arrays.copyOf(request, request.length - 1), false);
      assertStalled(peer.trailers(call));
      Leaks.assertInUse(allocator, 0);
      await(() -> loopback.task.calls() == 0);
      peer.message(call, MIB, new byte[100], false); // not read
      assertAlive(loopback);
      Leaks.assertInUse(allocator, 0);
    }
  }

  @Test
  void requestsThatNeverEndAreEnded() throws Exception {
    AtomicInteger ran = new AtomicInteger();
    byte[] request = RawMessages.request(MIB, MIB);
    try (Loopback loopback = new Loopback(impatient());
        RawHttp2 peer = new RawHttp2(loopback.task.port(), WINDOW)) {
      loopback.fakeWorker.onRunGraph =
          any -> {
            ran.incrementAndGet();
            return CompletableFuture.completedFuture(new StepResult(List.of(), List.of()));
          };
      int silent = peer.call(RUN_GRAPH);
      int whole = peer.call(RUN_GRAPH);
      peer.message(whole, request.length, request, false);
      assertStalled(peer.trailers(silent));
      peer.message(silent, 0, new byte[0], true);
      await(() -> loopback.task.calls() == 0);
      Leaks.assertInUse(allocator, 0);
      assertAlive(loopback);
      assertThat(ran).hasValue(0);
    }
  }

  /** However large it is: at 64 KiB a second it would have more time than the test. */
  @Test
  void aLargeUnreadResponseEndsTheConnectionAsSoon() throws Exception {
    try (Loopback loopback = new Loopback(impatient());
        RawHttp2 peer = new RawHttp2(loopback.task.port(), 0)) {
      loopback.fakeWorker.onReceive =
          request ->
              CompletableFuture.completedFuture(
                  new ReceivedTensor(
                      Tensor.allocate(allocator, DType.UINT8, Shape.of(16 * MIB), "a test")
                          .freeze()));
      peer.callOnce(RECEIVE_TENSOR);
      peer.last();
      await(() -> loopback.task.calls() == 0 && loopback.task.connections() == 0);
      Leaks.assertInUse(allocator, 0);
    }
  }

  @Test
  void anUnreadResponseEndsTheConnection() throws Exception {
    try (CapturedLog log = new CapturedLog();
        Loopback loopback = new Loopback(impatient());
        RawHttp2 peer = new RawHttp2(loopback.task.port(), 0)) {
      loopback.fakeWorker.onReceive =
          request ->
              CompletableFuture.completedFuture(
                  new ReceivedTensor(
                      Tensor.allocate(allocator, DType.UINT8, Shape.of(1000), "a test").freeze()));
      peer.callOnce(RECEIVE_TENSOR);
      peer.last();
      await(() -> loopback.task.calls() == 0 && loopback.task.connections() == 0);
      Leaks.assertInUse(allocator, 0);
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("refused: the client does not read the response to RecvTensor");
    }
  }

  @Test
  void callsUnderWayAreNotHurried() throws Exception {
    CompletableFuture<ReceivedTensor> answer = new CompletableFuture<>();
    try (Loopback loopback = new Loopback(impatient());
        RawHttp2 peer = new RawHttp2(loopback.task.port(), WINDOW)) {
      loopback.fakeWorker.onReceive = request -> answer;
      int call = peer.callOnce(RECEIVE_TENSOR);
      long end = System.nanoTime() + Duration.ofMillis(600).toNanos();
      while (System.nanoTime() - end < 0) {
        LockSupport.parkNanos(end - System.nanoTime());
      }
      answer.complete(ReceivedTensor.DEAD);
      assertThat(peer.trailers(call).get("grpc-status")).hasToString("0");
    }
  }

  private static Socket connect(Loopback loopback) throws IOException {
    Socket socket = new Socket(InetAddress.getByName("localhost"), loopback.task.port());
    socket.setSoTimeout((int) Loopback.LIMIT.toMillis());
    return socket;
  }

  private static boolean isClosed(Socket socket) throws IOException {
    try {
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
      return true;
    } catch (SocketException e) {
      return true; // reset
    }
  }

  private GrpcOptions few() {
    return options.toBuilder()
        .limits(GrpcLimits.DEFAULT.withConnections(3))
        .security(new Security(null, Token.of("secret")))
        .build();
  }

  /** Those who said nothing, only a greeting, or not the token, go, the oldest first. */
  @Test
  void connectionsWithoutAnAllowedCallMakeRoom() throws Exception {
    try (CapturedLog log = new CapturedLog();
        Loopback loopback = new Loopback(few());
        GrpcNetwork second = new GrpcNetwork(few());
        GrpcNetwork third = new GrpcNetwork(few());
        Socket silent = connect(loopback)) {
      await(() -> loopback.task.connections() == 1);
      try (RawHttp2 idle = new RawHttp2(loopback.task.port(), WINDOW);
          RawHttp2 stranger = new RawHttp2(loopback.task.port(), WINDOW)) {
        int call = stranger.call(RUN_GRAPH);
        assertThat(stranger.trailers(call).get("grpc-status")).hasToString(UNAUTHENTICATED);
        assertThat(loopback.task.connections()).isEqualTo(3);
        assertAlive(loopback);
        assertThat(isClosed(silent)).isTrue();
        assertThat(Loopback.get(second.worker(loopback.address).status(Loopback.LIMIT)))
            .isNotNull();
        idle.last();
        assertThat(Loopback.get(third.worker(loopback.address).status(Loopback.LIMIT))).isNotNull();
        stranger.last();
      }
      await(() -> loopback.task.connections() == 3);
      assertThat(log.lines())
          .anyMatch(line -> line.contains("this was the oldest without an authorized call"));
    }
  }

  @Test
  void connectionsWithAnAllowedCallStay() throws Exception {
    try (CapturedLog log = new CapturedLog();
        Loopback loopback = new Loopback(few());
        GrpcNetwork second = new GrpcNetwork(few());
        GrpcNetwork third = new GrpcNetwork(few())) {
      assertAlive(loopback);
      assertThat(Loopback.get(second.worker(loopback.address).status(Loopback.LIMIT))).isNotNull();
      assertThat(Loopback.get(third.worker(loopback.address).status(Loopback.LIMIT))).isNotNull();
      for (int i = 0; i < 20; i++) {
        try (Socket more = connect(loopback)) {
          assertThat(isClosed(more)).isTrue();
        }
      }
      assertThat(loopback.task.connections()).isEqualTo(3);
      assertAlive(loopback);
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("refused: the limit of 3 connections is reached");
    }
  }

  @Test
  void aClientThatOnlyCancelsIsDisconnected() throws Exception {
    try (Loopback loopback =
            new Loopback(options.toBuilder().limits(GrpcLimits.DEFAULT.withCalls(4)).build());
        RawHttp2 peer = new RawHttp2(loopback.task.port(), WINDOW)) {
      loopback.fakeWorker.onReceive = request -> new CompletableFuture<>();
      for (int i = 0; i < 1_000 && loopback.task.connections() > 0; i++) {
        try {
          peer.cancel(peer.call(RECEIVE_TENSOR));
        } catch (IOException e) {
          break; // closed
        }
      }
      RawHttp2.Frame last = peer.last();
      assertThat(last).isNotNull();
      assertThat(last.type()).isEqualTo(RawHttp2.GOAWAY);
      assertThat(ByteBuffer.wrap(last.payload()).getInt(4)).isEqualTo(ENHANCE_YOUR_CALM);
      await(() -> loopback.task.calls() == 0);
      assertAlive(loopback);
    }
  }

  /** Importing a graph takes long; whether the task is alive is asked every few seconds. */
  @Test
  void graphsDelayNoOthers() throws Exception {
    CountDownLatch imported = new CountDownLatch(1);
    try (Loopback loopback = new Loopback(options)) {
      loopback.fakeMaster.beforeExtending = () -> awaitQuietly(imported);
      CompletableFuture<Long> extended =
          loopback
              .master()
              .extendSession(new ExtendSession("s", ByteBuffer.allocate(0), 1), Loopback.LIMIT);
      try {
        assertAlive(loopback);
        assertThat(extended).isNotDone();
      } finally {
        imported.countDown();
      }
      assertThat(Loopback.get(extended)).isEqualTo(2);
    }
  }

  @Test
  void compressedRequestsDelayNoOthers() throws Exception {
    CountDownLatch inflated = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    try (Loopback loopback = new Loopback(options)) {
      loopback.fakeWorker.onRunGraph =
          request -> {
            begun.countDown();
            awaitQuietly(inflated);
            return CompletableFuture.completedFuture(new StepResult(List.of(), List.of()));
          };
      CompletableFuture<Status> sent =
          CompletableFuture.supplyAsync(
              () -> RawMessages.sendCompressed(loopback, RawMessages.request(MIB, MIB)));
      try {
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        assertAlive(loopback);
      } finally {
        inflated.countDown();
      }
      assertThat(sent.get(20, TimeUnit.SECONDS).getCode()).isEqualTo(Status.Code.OK);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What is inflated only to be passed over costs time. */
  @Test
  void compressedMessagesHaveFewUnknownFields() {
    byte[] unknown = RawMessages.encoded(out -> out.writeByteArray(99, new byte[20 * MIB]));
    byte[] many =
        RawMessages.encoded(
            out -> {
              for (int i = 0; i < 9 * MIB; i++) {
                out.writeInt32(15, 1);
              }
            });
    try (Loopback loopback = new Loopback(options)) {
      for (byte[] bomb : List.of(unknown, many)) {
        Status status = RawMessages.sendCompressed(loopback, bomb);
        assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(status.getDescription()).contains("of fields that are not known here");
      }
    }
  }
}
