package dev.weir.cluster.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.grpc.Loopback;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.MemoryAccount;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers that mean harm, or are broken: they end their own connection, and leave nothing. */
@Timeout(60)
final class TestHostileStreams {
  private static final int SIZE = 1 << 20;
  private static final byte NO_KIND = 99;

  /** Tiny tensors are cut from slabs. */
  private static final long SLABS = 1 << 17;

  private StreamPair pair;

  @BeforeEach
  void start() {
    pair = new StreamPair();
  }

  @AfterEach
  void othersGoOnAndNothingStays() {
    pair.assertAlone();
    pair.close();
  }

  private RawStream connect() throws IOException {
    return RawStream.welcomeTo(pair.server);
  }

  @Test
  void strangersAreClosedAtOnce() throws IOException {
    for (byte[] bytes :
        List.of(
            "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.UTF_8),
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.UTF_8),
            new byte[Frames.HEADER])) {
      try (RawStream stranger = RawStream.to(pair.server.address().port())) {
        assertThat(stranger.write(bytes).readToTheEnd()).isEmpty();
      }
    }
  }

  @Test
  void garbageAfterTheGreeting() throws IOException {
    Random random = new Random(42);
    for (int i = 0; i < 50; i++) {
      byte[] body = new byte[random.nextInt(200)];
      random.nextBytes(body);
      try (RawStream peer = connect()) {
        peer.header(
                body.length, Frames.REQUEST, Rpcs.ofStreamNumber((byte) (1 + random.nextInt(5))), i)
            .write(body)
            .header(-1, NO_KIND, null, 0)
            .readToTheEnd();
      }
    }
  }

  @Test
  void framesThatAreTooLong() throws IOException {
    for (int length : new int[] {Frames.MAX_LENGTH + 1, Integer.MAX_VALUE, -1}) {
      try (RawStream peer = connect()) {
        peer.header(length, Frames.REQUEST, Rpcs.RUN_GRAPH, 1);
        assertThat(peer.readToTheEnd()).isEmpty();
      }
    }
    try (RawStream peer = RawStream.to(pair.server.address().port())) {
      peer.header(Frames.MAX_HELLO + 1, Frames.HELLO, null, Frames.MAGIC);
      assertThat(peer.readToTheEnd()).isEmpty();
    }
  }

  @Test
  void unexpectedChunks() throws IOException {
    for (int length : new int[] {1, Frames.MAX_CHUNK + 1, 0, -1}) {
      try (RawStream peer = connect()) {
        peer.header(length, Frames.CHUNK, null, 1);
        assertThat(peer.readToTheEnd()).isEmpty();
      }
    }
  }

  @Test
  void chunksThatDoNotFit() throws IOException {
    for (int length : new int[] {0, -1, 101, Frames.MAX_CHUNK + 1}) {
      try (RawStream peer = connect()) {
        peer.request(Rpcs.RUN_GRAPH, 1, RawStream.runGraph(DType.UINT8, SIZE));
        peer.chunk(1, new byte[SIZE / 2]).chunk(1, new byte[SIZE / 2 - 100]);
        peer.header(length, Frames.CHUNK, null, 1);
        assertThat(peer.readToTheEnd()).isEmpty();
      }
    }
  }

  @Test
  void aMessageAmidstAnother() throws IOException {
    try (RawStream peer = connect()) {
      peer.request(Rpcs.RUN_GRAPH, 1, RawStream.runGraph(DType.UINT8, SIZE))
          .request(Rpcs.RUN_GRAPH, 2, RawStream.runGraph(DType.UINT8, SIZE));
      assertThat(peer.readToTheEnd()).isEmpty();
    }
  }

  @Test
  void partsWithoutAnEnd() throws IOException {
    try (RawStream peer = connect()) {
      byte[] part = new byte[Frames.MAX_LENGTH];
      long sent = 0;
      try {
        while (sent <= StreamPair.MOST_BYTES + SIZE) {
          peer.header(part.length, Frames.PART, Rpcs.RUN_GRAPH, 1).write(part);
          sent += part.length;
        }
      } catch (IOException e) {
        assertThat(sent).isGreaterThanOrEqualTo(StreamPair.MOST_BYTES);
      }
      assertThat(peer.readToTheEnd()).isEmpty();
    }
  }

  @Test
  void sizesBeyondAnyTensor() throws IOException {
    for (long[] sizes : new long[][] {{1L << 40, 1L << 40}, {-1}, {Long.MAX_VALUE, 4}}) {
      try (RawStream peer = connect()) {
        peer.request(Rpcs.RUN_GRAPH, 1, RawStream.runGraph(DType.FLOAT32, sizes));
        assertThat(peer.readToTheEnd()).isEmpty();
      }
    }
  }

  @Test
  void tensorsBeyondTheLimitTakeNoMemory() throws IOException {
    try (RawStream peer = connect()) {
      peer.request(Rpcs.RUN_GRAPH, 1, RawStream.runGraph(DType.UINT8, 1L << 40));
      peer.chunk(1, new byte[Frames.MAX_CHUNK]);
      assertAnswers(peer);
      pair.assertInUse(0);
    }
  }

  /** It is read from still: what was sent before has been taken. */
  private void assertAnswers(RawStream peer) throws IOException {
    peer.request(Rpcs.CLEANUP_GRAPH, 7, out -> out.number(1L));
    assertThat(peer.read(Frames.ANSWER).call()).isEqualTo(7);
  }

  @Test
  void halfAFrameAndThenNothing() throws IOException {
    try (RawStream peer = connect()) {
      peer.header(100, Frames.REQUEST, Rpcs.RUN_GRAPH, 1).write(new byte[50]);
      Loopback.get(pair.receive("k")).release(); // others are served
    }
  }

  @Test
  void halfATensorAndThenNothing() throws IOException {
    try (RawStream peer = connect()) {
      peer.request(Rpcs.RUN_GRAPH, 1, RawStream.runGraph(DType.UINT8, 16L * SIZE));
      peer.header(Frames.MAX_CHUNK, Frames.CHUNK, null, 1).write(new byte[1000]);
      StreamPair.await(() -> pair.inUse() >= IncomingPayload.INITIAL);
    }
    pair.assertInUse(0);
    assertThat(pair.worker.asked).isEmpty();
  }

  /** What is announced takes no memory; what arrives takes twice as much at most. */
  @Test
  void memoryGrowsWithWhatArrives() throws IOException {
    try (RawStream peer = connect()) {
      peer.request(Rpcs.RUN_GRAPH, 1, RawStream.runGraph(DType.UINT8, 64L * SIZE));
      long most = 0;
      for (int sent = 0; sent < 16 * SIZE; sent += Frames.MAX_CHUNK) {
        peer.chunk(1, new byte[Frames.MAX_CHUNK]);
        assertAnswers(peer); // so that the chunk has been read
        long allowed = Math.max(IncomingPayload.INITIAL, 2L * (sent + Frames.MAX_CHUNK));
        assertThat(pair.inUse()).isLessThanOrEqualTo(allowed + SLABS);
        most = Math.max(most, pair.inUse());
      }
      assertThat(most).isGreaterThanOrEqualTo(16L * SIZE);
    }
    pair.assertInUse(0);
  }

  /**
   * Growing costs copies, so a peer that has sent large tensors gets the memory for more at once.
   */
  @Test
  void tensorsOfPeersThatSentSuchBeforeAreNotCopied() throws IOException {
    pair.worker.onRunGraph =
        request -> CompletableFuture.completedFuture(new StepResult(List.of(), List.of()));
    try (RawStream peer = connect()) {
      peer.request(Rpcs.RUN_GRAPH, 1, RawStream.runGraph(DType.UINT8, 8L * SIZE));
      for (int i = 0; i < 16; i++) {
        peer.chunk(1, new byte[Frames.MAX_CHUNK]);
      }
      assertThat(peer.read(Frames.ANSWER).call()).isEqualTo(1);
      peer.request(Rpcs.RUN_GRAPH, 2, RawStream.runGraph(DType.UINT8, 8L * SIZE));
      peer.header(Frames.MAX_CHUNK, Frames.CHUNK, null, 2).write(new byte[1000]);
      StreamPair.await(() -> pair.inUse() >= 8L * SIZE);
    }
    pair.assertInUse(0);
  }

  @Test
  void tensorsForWhichThereIsNoMemoryAreReadAndRefused() throws IOException {
    Tensor all = pair.tensor(StreamPair.BUDGET - 8L * SIZE);
    try (RawStream peer = connect()) {
      peer.request(Rpcs.RUN_GRAPH, 1, RawStream.runGraph(DType.UINT8, 16L * SIZE));
      for (int i = 0; i < 32; i++) {
        peer.chunk(1, new byte[Frames.MAX_CHUNK]);
      }
      RawStream.Frame failure = peer.read(Frames.ERROR);
      assertThat(failure.call()).isEqualTo(1);
      assertThat(failure.text()).contains("a received tensor needs");
      assertAnswers(peer);
    } finally {
      all.buffer().release();
    }
  }

  /** Strings are on the heap; what they take there counts. */
  @Test
  void stringsForWhichThereIsNoMemoryAreRefused() {
    pair.worker.onRunGraph =
        request -> CompletableFuture.completedFuture(new StepResult(List.of(), List.of()));
    byte[][] empty = new byte[SIZE][0];
    Tensor strings = Tensors.ofStrings(Shape.of(SIZE), empty);
    try (MemoryAccount others = pair.allocator.account("a test")) {
      others.charge(StreamPair.BUDGET - 9L * SIZE);
      WeirException failure = Loopback.failure(StreamPair.runGraph(pair.calling, strings));
      assertThat(failure.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
      assertThat(failure).hasMessageStartingWith("received strings needs");
    }
    pair.assertInUse(0);
    Loopback.get(StreamPair.runGraph(pair.calling, Tensors.ofStrings(Shape.of(SIZE), empty)))
        .release();
    pair.assertInUse(0);
  }

  private static boolean isTaken(RawStream peer, byte[] bytes) {
    try {
      peer.write(bytes);
      return true;
    } catch (IOException e) {
      return false; // closed
    }
  }

  @Test
  void unreadFailures() throws IOException {
    WeirException failure = new WeirException(ErrorCode.ABORTED, "x".repeat(1000));
    pair.worker.onReceive = request -> CompletableFuture.failedFuture(failure);
    byte[] request = RawStream.body(out -> out.number(1L).number(1L).text("k").number(0L));
    ByteBuffer thousand =
        ByteBuffer.allocate(1000 * (Frames.HEADER + request.length)).order(ByteOrder.LITTLE_ENDIAN);
    while (thousand.hasRemaining()) {
      thousand.putInt(request.length).put(Frames.REQUEST).put(Rpcs.RECV_TENSOR.stream().number());
      thousand.putShort((short) 0).putLong(1).putInt(0).put(request);
    }
    try (RawStream peer = connect()) {
      boolean isClosed = false;
      for (int i = 0; i < 1000 && !isClosed; i++) {
        isClosed = !isTaken(peer, thousand.array());
      }
      assertThat(isClosed).as("closed within a million calls").isTrue();
    }
    pair.worker.onReceive = asked -> CompletableFuture.completedFuture(ReceivedTensor.DEAD);
  }
}
