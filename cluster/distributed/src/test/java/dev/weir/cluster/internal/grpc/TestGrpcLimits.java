package dev.weir.cluster.internal.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.CapturedLog;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.CachingAllocator;
import io.grpc.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What peers cannot take of a task by gRPC, whatever they send. */
@Timeout(60)
final class TestGrpcLimits {
  private static final int MIB = 1 << 20;

  private final CachingAllocator allocator = new CachingAllocator(64 * MIB);
  private final GrpcOptions options = GrpcOptions.of(allocator);

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + Loopback.LIMIT.toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  @Test
  void compressedTensorsTakeNoMoreThanThereIs() {
    try (Loopback loopback = new Loopback(options)) {
      Status status =
          RawMessages.sendCompressed(loopback, RawMessages.request(63L * MIB, 63 * MIB));
      assertThat(status.getCode()).isEqualTo(Status.Code.OK);
      try (Tensor half =
          Tensor.allocate(allocator, DType.UINT8, Shape.of(32 * MIB), "a test").freeze()) {
        Status refused =
            RawMessages.sendCompressed(loopback, RawMessages.request(60L * MIB, 60 * MIB));
        assertThat(refused.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(refused.getDescription()).contains("a received tensor needs");
        assertThat(half.byteSize()).isEqualTo(32 * MIB);
      }
      Leaks.assertInUse(allocator, 0);
    }
  }

  /** A few bytes that announce many get no memory for them. */
  @Test
  void compressedTensorsGetMemoryAsTheyAreInflated() {
    try (Loopback loopback = new Loopback(options)) {
      allocator.restartPeak();
      Status status = RawMessages.sendCompressed(loopback, RawMessages.request(60L * MIB, MIB / 2));
      assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
      assertThat(allocator.usage().peak()).isLessThan(4 * MIB);
      Leaks.assertInUse(allocator, 0);
    }
  }

  @Test
  void compressedFieldsGetMemoryAsTheyAreInflated() {
    byte[] bomb =
        RawMessages.encoded(
            out -> {
              out.writeTag(1, 2); // a name of 2 GB
              out.writeUInt64NoTag(2_000_000_000);
              out.writeRawBytes(new byte[1000]);
            });
    try (Loopback loopback =
        new Loopback(options.toBuilder().maxMessageBytes(Integer.MAX_VALUE).build())) {
      Status status = RawMessages.sendCompressed(loopback, bomb);
      assertThat(status.getCode())
          .isIn(Status.Code.INVALID_ARGUMENT, Status.Code.RESOURCE_EXHAUSTED);
      assertThat(Loopback.get(loopback.worker().status(Loopback.LIMIT))).isNotNull();
    }
  }

  @Test
  void messagesThatAreTooLargeWhenInflatedAreRefused() {
    byte[] bomb = RawMessages.encoded(out -> out.writeByteArray(99, new byte[20 * MIB]));
    try (Loopback loopback = new Loopback(options.toBuilder().maxMessageBytes(MIB).build())) {
      Status status = RawMessages.sendCompressed(loopback, bomb); // some 20 KB
      assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
      assertThat(Loopback.get(loopback.worker().status(Loopback.LIMIT))).isNotNull();
    }
  }

  /** What gRPC buffers until a message is whole counts as in use, too. */
  @Test
  void messagesThatAreStillArrivingCountAgainstTheBudget() {
    CachingAllocator small = new CachingAllocator(16 * MIB);
    try (Loopback loopback =
            new Loopback(
                GrpcOptions.of(small).toBuilder().maxMessageBytes(Integer.MAX_VALUE).build());
        GrpcNetwork client = new GrpcNetwork(options)) {
      Tensor large = Tensor.allocate(allocator, DType.UINT8, Shape.of(40 * MIB), "a test").freeze();
      RunGraph request =
          new RunGraph(
              "s", "g", 1, List.of(new NamedValue("x", large)), List.of(), false, false, false, 0);
      WeirException refused =
          Loopback.failure(client.worker(loopback.address).runGraph(request, Loopback.LIMIT));
      large.buffer().release();
      assertThat(refused.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
      assertThat(refused).hasMessageContaining("messages received by gRPC needs");
      assertThat(Loopback.get(client.worker(loopback.address).status(Loopback.LIMIT))).isNotNull();
      assertThat(small.usage().peak()).isLessThanOrEqualTo(16 * MIB);
      Leaks.assertInUse(small, 0);
    }
    Leaks.assertInUse(allocator, 0);
  }

  @Test
  void answersThatAreStillArrivingCountAgainstTheBudget() {
    CachingAllocator small = new CachingAllocator(16 * MIB);
    Tensor large = Tensor.allocate(allocator, DType.UINT8, Shape.of(40 * MIB), "a test").freeze();
    try (Loopback loopback = new Loopback(options);
        GrpcNetwork client =
            new GrpcNetwork(
                GrpcOptions.of(small).toBuilder().maxMessageBytes(Integer.MAX_VALUE).build())) {
      loopback.fakeWorker.onReceive =
          request -> CompletableFuture.completedFuture(new ReceivedTensor(large.retained()));
      WeirException refused =
          Loopback.failure(
              client
                  .worker(loopback.address)
                  .receiveTensor(new ReceiveTensor(1, "k", 0), Loopback.LIMIT));
      assertThat(refused.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
      assertThat(Loopback.get(client.worker(loopback.address).status(Loopback.LIMIT))).isNotNull();
      Leaks.assertInUse(small, 0);
    }
    large.buffer().release();
    Leaks.assertInUse(allocator, 0);
  }

  private static Socket connect(Loopback loopback) throws IOException {
    Socket socket = new Socket(InetAddress.getByName("localhost"), loopback.task.port());
    socket.setSoTimeout((int) Loopback.LIMIT.toMillis());
    return socket;
  }

  /** Whether the other end hangs up. */
  private static boolean isClosed(Socket socket) throws IOException {
    try {
      socket.getInputStream().transferTo(new ByteArrayOutputStream());
      return true;
    } catch (SocketException e) {
      return true; // reset
    }
  }

  @Test
  void connectionsThatSayNothingAreClosed() throws IOException {
    Duration soon = Duration.ofMillis(200);
    try (CapturedLog log = new CapturedLog();
        Loopback loopback =
            new Loopback(
                options.toBuilder().limits(GrpcLimits.DEFAULT.withHandshake(soon)).build());
        Socket silent = connect(loopback);
        Socket half = connect(loopback)) {
      half.getOutputStream().write("PRI * HTTP/2.0\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(isClosed(silent)).isTrue();
      assertThat(isClosed(half)).isTrue();
      await(() -> loopback.task.connections() == 0);
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("refused: no HTTP/2 preface within 200 ms");
    }
  }

  @Test
  void callsBeyondTheLimitWaitAtTheCaller() {
    AtomicInteger under = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<CompletableFuture<ReceivedTensor>> asked = new ArrayList<>();
    try (Loopback loopback =
        new Loopback(options.toBuilder().limits(GrpcLimits.DEFAULT.withCalls(4)).build())) {
      loopback.fakeWorker.onReceive =
          request -> {
            most.accumulateAndGet(under.incrementAndGet(), Math::max);
            CompletableFuture<ReceivedTensor> answer = new CompletableFuture<>();
            synchronized (asked) {
              asked.add(answer);
            }
            return answer;
          };
      List<CompletableFuture<ReceivedTensor>> calls = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        calls.add(
            loopback.worker().receiveTensor(new ReceiveTensor(1, "k" + i, 0), Loopback.LIMIT));
      }
      for (int answered = 0; answered < 50; answered++) {
        int next = answered;
        await(
            () -> {
              synchronized (asked) {
                return asked.size() > next;
              }
            });
        under.decrementAndGet();
        CompletableFuture<ReceivedTensor> answer;
        synchronized (asked) {
          answer = asked.get(next);
        }
        answer.complete(ReceivedTensor.DEAD);
      }
      calls.forEach(Loopback::get);
      assertThat(most.get()).isLessThanOrEqualTo(4);
    }
  }

  @Test
  void idleConnectionsAreClosedAndMadeAgain() {
    Duration soon = Duration.ofMillis(200);
    try (Loopback loopback =
        new Loopback(options.toBuilder().limits(GrpcLimits.DEFAULT.withIdle(soon)).build())) {
      for (int i = 0; i < 2; i++) {
        assertThat(Loopback.get(loopback.worker().status(Loopback.LIMIT))).isNotNull();
        await(() -> loopback.task.connections() == 0);
      }
    }
  }
}
