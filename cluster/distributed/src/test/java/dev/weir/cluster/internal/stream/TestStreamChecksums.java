package dev.weir.cluster.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.CapturedLog;
import dev.weir.cluster.internal.grpc.Loopback;
import dev.weir.cluster.internal.stream.DamagingRelay.Damage;
import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bytes that are damaged on their way are noticed, and counted like others. */
@Timeout(60)
final class TestStreamChecksums {
  private static final int SIZE = 1 << 20;

  /** How many bytes a greeting, a welcome, and an answer that announces a vector have. */
  private static final int GREETING = Frames.HEADER + 17;

  private static final int WELCOME = Frames.HEADER + 6;
  private static final int ANSWER = 1 + 1 + 2 + Long.BYTES + 1;

  private StreamPair pair;

  @BeforeEach
  void start() {
    pair = new StreamPair();
  }

  @AfterEach
  void nothingStays() {
    pair.worker.onReceive = request -> CompletableFuture.completedFuture(ReceivedTensor.DEAD);
    pair.assertAlone();
    pair.close();
  }

  /** How a call fails of whose bytes one is damaged; all that either end logs are these lines. */
  private WeirException failureOf(Damage damage, String... logged) throws IOException {
    Tensor value = pair.tensor(SIZE);
    value.buffer().fill(0, SIZE, (byte) 7);
    pair.worker.onReceive =
        request -> CompletableFuture.completedFuture(new ReceivedTensor(value.retained()));
    try (CapturedLog log = new CapturedLog();
        DamagingRelay relay = new DamagingRelay(pair.server.address().port(), damage);
        StreamClient streams = new StreamClient(pair.options, null, null, Loopback.LIMIT)) {
      StreamAddress at = new StreamAddress(relay.port(), pair.server.address().key());
      ClientConnection calling = Loopback.get(streams.connect("localhost", at, "ps:2222"));
      WeirException failure = Loopback.failure(StreamPair.receive(calling, "edge_5_w"));
      assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(calling.hasEnded()).isTrue();
      StreamPair.await(() -> pair.server.connections() == 1);
      StreamPair.await(() -> log.lines().size() >= logged.length);
      assertThat(log.lines()).hasSize(logged.length);
      for (int i = 0; i < logged.length; i++) {
        assertThat(log.lines().get(i)).contains(logged[i]);
      }
      return failure;
    } finally {
      value.buffer().release();
    }
  }

  @Test
  void damagedElementsEndTheConnection() throws IOException {
    String what =
        "checksum mismatch; chunk of call 1 (tensor \"edge_5_w\", up to byte 524288 of 1048576):"
            + " CRC32C is ";
    assertThat(failureOf(Damage.ofAnswers(SIZE / 2), "the stream to ps:2222: " + what))
        .hasMessageStartingWith("ps:2222: " + what)
        .hasMessageEndingWith("; the connection is closed, and the next call opens another");
  }

  @Test
  void damagedMessagesEndTheConnection() throws IOException {
    assertThat(failureOf(Damage.ofAnswers(WELCOME + Frames.HEADER + 3), "checksum mismatch"))
        .hasMessageStartingWith("ps:2222: checksum mismatch; answer of call 1: CRC32C is ");
  }

  /** Wherever it is, also in a length or in the flag that there is a checksum. */
  @Test
  void damagedHeadersEndTheConnectionAtOnce() throws IOException {
    for (int mask : new int[] {0x01, 0x10, 0xff}) {
      for (int i = 0; i < Frames.HEADER; i++) {
        WeirException failure =
            failureOf(new Damage(true, WELCOME + i, mask), "the stream to ps:2222: checksum");
        assertThat(failure).hasMessageStartingWith("ps:2222: checksum mismatch; ");
      }
    }
  }

  @Test
  void damagedHeadersOfChunksEndTheConnection() throws IOException {
    int chunk = WELCOME + Frames.HEADER + ANSWER;
    for (int i = 0; i < Frames.HEADER; i++) {
      assertThat(failureOf(Damage.ofAnswers(chunk + i), "the stream to ps:2222: checksum"))
          .hasMessageStartingWith("ps:2222: checksum mismatch; ");
    }
  }

  /** The server finds it, and closes the connection. */
  @Test
  void damagedRequestsEndTheConnection() throws IOException {
    assertThat(failureOf(Damage.ofRequests(GREETING + 2), "refused: checksum mismatch; "))
        .hasMessageContaining("ps:2222: ");
  }

  @Test
  void withoutChecksumsNothingIsCompared() {
    Tensor value = pair.tensor(SIZE);
    StreamOptions without = pair.options.toBuilder().checksums(false).build();
    try (StreamClient streams = new StreamClient(without, null, null, Loopback.LIMIT)) {
      ClientConnection calling =
          Loopback.get(streams.connect("localhost", pair.server.address(), "it"));
      Loopback.get(StreamPair.runGraph(calling, value)).release();
    }
  }

  /** The header of the first frame that one who calls with these options sends. */
  private byte[] firstHeader(StreamOptions options) throws IOException {
    try (ServerSocket listening = new ServerSocket(0, 5, InetAddress.getByName("localhost"));
        StreamClient streams = new StreamClient(options, null, null, Loopback.LIMIT)) {
      listening.setSoTimeout((int) Loopback.LIMIT.toMillis());
      StreamAddress at = new StreamAddress(listening.getLocalPort(), 1);
      CompletableFuture<ClientConnection> made = streams.connect("localhost", at, "it");
      try (Socket caller = listening.accept()) {
        caller.setSoTimeout((int) Loopback.LIMIT.toMillis());
        assertThat(made).isNotDone(); // it waits for the answer to its greeting
        return caller.getInputStream().readNBytes(Frames.HEADER);
      }
    }
  }

  @Test
  void framesSayWhetherTheyHaveChecksums() throws IOException {
    assertThat(firstHeader(pair.options)[Frames.FLAG_AT]).isEqualTo((byte) 1);
    byte[] without = firstHeader(pair.options.toBuilder().checksums(false).build());
    assertThat(without[Frames.FLAG_AT]).isZero();
    assertThat(without).endsWith(0, 0, 0, 0);
  }

  @Test
  void bytesAreCounted() {
    Traffic server = pair.server.traffic();
    long sent = server.sent();
    long received = server.received();
    Loopback.get(StreamPair.runGraph(pair.calling, pair.tensor(SIZE))).release();
    StreamPair.await(() -> server.received() - received >= SIZE);
    assertThat(server.received() - received).isLessThan(SIZE + 1000L);
    assertThat(pair.streams.traffic().sent()).isBetween((long) SIZE, SIZE + 1000L);
    Tensor value = pair.tensor(SIZE);
    pair.worker.onReceive = request -> CompletableFuture.completedFuture(new ReceivedTensor(value));
    Loopback.get(pair.receive("k")).release();
    StreamPair.await(() -> server.sent() - sent >= SIZE);
    assertThat(server.sent() - sent).isLessThan(SIZE + 1000L);
  }
}
