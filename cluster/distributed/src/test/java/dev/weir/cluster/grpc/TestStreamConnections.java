package dev.weir.cluster.grpc;

import static dev.weir.cluster.grpc.Loopback.LIMIT;
import static dev.weir.cluster.grpc.Loopback.failure;
import static dev.weir.cluster.grpc.Loopback.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.stream.StreamAddress;
import dev.weir.cluster.stream.StreamOptions;
import dev.weir.cluster.stream.StreamServer;
import dev.weir.cluster.wire.DeviceInfo;
import dev.weir.cluster.wire.NamedTensor;
import dev.weir.cluster.wire.ReceiveTensor;
import dev.weir.cluster.wire.ReceivedTensor;
import dev.weir.cluster.wire.RunGraph;
import dev.weir.cluster.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.Allocator;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What streams alone do: greet, refuse, interleave, and find a task again. */
@Timeout(60)
final class TestStreamConnections {
  private static final long MAGIC = 0x7761657274532d57L;
  private static final byte REQUEST = 1;
  private static final byte HELLO = 8;

  private Loopback loopback;

  @BeforeEach
  void start() {
    loopback = new Loopback(GrpcOptions.DEFAULT, StreamOptions.DEFAULT).connected();
  }

  @AfterEach
  void stop() {
    loopback.close();
  }

  @Test
  void descriptionsSayWhere() {
    StreamAddress address = new StreamAddress(45678, -1);
    assertThat(address.describe()).isEqualTo("Weir; streams at 45678 as ffffffffffffffff");
    assertThat(StreamAddress.of(address.describe())).contains(address);
    for (String other :
        List.of("", "Weir", "Weir; streams at 0 as 0000000000000000", address + "x", "streams")) {
      assertThat(StreamAddress.of(other)).as(other).isEmpty();
    }
  }

  @Test
  void smallCallsPassLargeOnes() {
    Tensor large = tensor(50 << 20);
    loopback.fakeWorker.onReceive =
        request ->
            CompletableFuture.completedFuture(
                new ReceivedTensor(
                    request.key().equals("large") ? large.retained() : Tensors.scalar(1f)));
    List<CompletableFuture<ReceivedTensor>> slow = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      slow.add(receive("large"));
    }
    CompletableFuture<ReceivedTensor> quick = receive("small");
    get(quick).release();
    assertThat(slow.getLast().isDone()).as("the last large one came first").isFalse();
    slow.forEach(each -> get(each).release());
    large.buffer().release();
  }

  @Test
  void aTaskThatWasRestartedIsFoundAgain() {
    loopback.kill();
    FakeWorker other = new FakeWorker();
    try (StreamServer streams =
            StreamServer.start(
                "localhost", other, loopback.fakeMaster, StreamOptions.DEFAULT, null);
        GrpcTask again =
            GrpcTask.start(
                loopback.address, other, loopback.fakeMaster, Runnable::run, GrpcOptions.DEFAULT)) {
      assertThat(loopback.address).endsWith(":" + again.port());
      other.devices = List.of(new DeviceInfo("d", "CPU", 1, 2, streams.address().describe()));
      long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
      while (streams.connections() == 0 && System.nanoTime() - deadline < 0) {
        get(receive("k").handle((value, failure) -> failure == null));
      }
      assertThat(streams.connections()).isEqualTo(1);
    }
  }

  @Test
  void aCallOnALostConnectionFails() {
    CompletableFuture<ReceivedTensor> never = new CompletableFuture<>();
    loopback.fakeWorker.onReceive = request -> never;
    CompletableFuture<ReceivedTensor> call = receive("k");
    loopback.kill();
    assertThat(failure(call).code()).isIn(ErrorCode.UNAVAILABLE, ErrorCode.CANCELLED);
  }

  @Test
  void longStringsGoInParts() {
    loopback.fakeWorker.onRunGraph =
        request -> CompletableFuture.completedFuture(new StepResult(request.sends(), List.of()));
    byte[] bytes = new byte[3 << 20];
    new Random(7).nextBytes(bytes);
    Tensor strings = Tensors.ofStrings(Shape.of(2), bytes, new byte[0]);
    List<NamedTensor> sends =
        List.of(new NamedTensor("s", strings), new NamedTensor("n", Tensors.scalar(2f)));
    StepResult result =
        get(
            loopback
                .worker()
                .runGraph(
                    new RunGraph("s", "g", 1, sends, List.of(), false, false, false, 0), LIMIT));
    assertThat(result.values().getFirst().value().getBytes(0)).isEqualTo(bytes);
    assertThat(result.values().get(1).value().getFloat(0)).isEqualTo(2f);
  }

  @Test
  void strangersAreClosedAtOnce() throws IOException {
    for (byte[] bytes :
        List.of(
            "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.UTF_8),
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.UTF_8),
            new byte[16])) {
      assertThat(isClosedAfter(bytes)).isTrue();
    }
    loopback.fakeWorker.onReceive =
        request -> CompletableFuture.completedFuture(ReceivedTensor.DEAD);
    get(receive("k"));
  }

  @Test
  void garbageAfterTheGreetingEndsOnlyThatConnection() throws IOException {
    long before = Allocator.shared().usage().inUse();
    Random random = new Random(42);
    for (int i = 0; i < 50; i++) {
      ByteBuffer frame = ByteBuffer.allocate(400).order(ByteOrder.LITTLE_ENDIAN);
      greet(frame);
      int length = random.nextInt(200);
      byte[] body = new byte[length];
      random.nextBytes(body);
      frame.putInt(length).put(REQUEST).put((byte) (1 + random.nextInt(5)));
      frame.putShort((short) 0).putLong(i).put(body);
      frame.putInt(-1).put((byte) 99).put((byte) 0).putShort((short) 0).putLong(0);
      byte[] sent = new byte[frame.position()];
      frame.get(0, sent);
      assertThat(isClosedAfter(sent)).isTrue();
    }
    loopback.fakeWorker.onReceive =
        request -> CompletableFuture.completedFuture(ReceivedTensor.DEAD);
    get(receive("k"));
    Leaks.assertInUse(before);
  }

  private void greet(ByteBuffer frame) {
    long key = loopback.streams == null ? 0 : loopback.streams.address().key();
    frame.putInt(16).put(HELLO).put((byte) 0).putShort((short) 0).putLong(MAGIC);
    frame.putInt(1).putLong(key).putInt(0);
  }

  private boolean isClosedAfter(byte[] bytes) throws IOException {
    int port = loopback.streams == null ? 0 : loopback.streams.address().port();
    try (Socket socket = new Socket("localhost", port)) {
      socket.setSoTimeout((int) LIMIT.toMillis());
      socket.getOutputStream().write(bytes);
      InputStream in = socket.getInputStream();
      byte[] answer = new byte[1024];
      int count;
      do {
        count = in.read(answer);
      } while (count > 0);
      return true;
    } catch (SocketException e) {
      return true; // reset
    }
  }

  @Test
  void withoutTheTokenGrpcAndStreamsRefuse() throws IOException {
    GrpcOptions secret = GrpcOptions.DEFAULT.withSecurity(new Security(null, "secret"));
    try (Loopback guarded = new Loopback(secret, StreamOptions.DEFAULT).connected()) {
      ByteBuffer frame = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
      long key = guarded.streams == null ? 0 : guarded.streams.address().key();
      frame.putInt(16).put(HELLO).put((byte) 0).putShort((short) 0).putLong(MAGIC);
      frame.putInt(1).putLong(key).putInt(0);
      int port = guarded.streams == null ? 0 : guarded.streams.address().port();
      try (Socket socket = new Socket("localhost", port)) {
        socket.setSoTimeout((int) LIMIT.toMillis());
        socket.getOutputStream().write(frame.array(), 0, frame.position());
        byte[] answer = new byte[1024];
        int count = socket.getInputStream().read(answer);
        assertThat(new String(answer, 0, count, StandardCharsets.UTF_8))
            .contains("it names no token");
      }
    }
  }

  private CompletableFuture<ReceivedTensor> receive(String key) {
    return loopback.worker().receiveTensor(new ReceiveTensor(1, key, 0), LIMIT);
  }

  private static Tensor tensor(int bytes) {
    return Tensor.allocate(Allocator.shared(), DType.UINT8, Shape.of(bytes), "a test").freeze();
  }
}
