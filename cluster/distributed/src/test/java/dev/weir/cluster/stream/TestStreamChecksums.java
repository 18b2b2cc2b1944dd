package dev.weir.cluster.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.grpc.Loopback;
import dev.weir.cluster.transport.Traffic;
import dev.weir.cluster.wire.ReceivedTensor;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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

  /** Passes bytes on to the server, and of those that come back damages one. */
  private void relay(ServerSocket listening, long damagedByte) throws IOException {
    try (Socket caller = listening.accept();
        Socket server =
            new Socket(InetAddress.getByName("localhost"), pair.server.address().port())) {
      Thread forth =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    copy(caller, server, Long.MAX_VALUE);
                    close(server);
                  });
      copy(server, caller, damagedByte);
      close(caller);
      assertThat(forth).isNotNull();
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void copy(Socket from, Socket to, long damagedByte) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] bytes = new byte[1 << 16];
      long position = 0;
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        if (damagedByte >= position && damagedByte < position + count) {
          bytes[(int) (damagedByte - position)] ^= 0x10;
        }
        position += count;
        out.write(bytes, 0, count);
      }
    } catch (IOException e) {
      assertThat(e).isNotNull(); // the test is over
    }
  }

  private WeirException failureOf(String key, long damagedByte) throws IOException {
    Tensor value = pair.tensor(SIZE);
    value.buffer().fill(0, SIZE, (byte) 7);
    pair.worker.onReceive =
        request -> CompletableFuture.completedFuture(new ReceivedTensor(value.retained()));
    try (ServerSocket listening = new ServerSocket(0, 5, InetAddress.getByName("localhost"))) {
      Thread relaying =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    try {
                      relay(listening, damagedByte);
                    } catch (IOException e) {
                      assertThat(e).isNotNull(); // the test is over
                    }
                  });
      StreamAddress at = new StreamAddress(listening.getLocalPort(), pair.server.address().key());
      try (Streams streams = new Streams(pair.options, null, null, Loopback.LIMIT)) {
        CallingConnection calling = Loopback.get(streams.connect("localhost", at, "ps:2222"));
        return Loopback.failure(StreamPair.receive(calling, key));
      } finally {
        relaying.interrupt();
      }
    } finally {
      value.buffer().release();
    }
  }

  @Test
  void damagedElementsAreALossOfData() throws IOException {
    WeirException failure = failureOf("edge_5_w", SIZE / 2);
    assertThat(failure.code()).isEqualTo(ErrorCode.DATA_LOSS);
    assertThat(failure)
        .hasMessageStartingWith(
            "the stream to ps:2222, tensor \"edge_5_w\": elements were damaged on the way: bytes up"
                + " to 524288 of 1048576 have the CRC32C ");
  }

  @Test
  void damagedMessagesEndTheConnection() throws IOException {
    // the welcome has 25 bytes; this is within the answer that follows it
    WeirException failure = failureOf("edge_5_w", 25 + Frames.HEADER + 3);
    assertThat(failure.code()).isEqualTo(ErrorCode.DATA_LOSS);
    assertThat(failure).hasMessageContaining("ps:2222: a frame was damaged on the way");
  }

  @Test
  void withoutChecksumsNothingIsCompared() {
    Tensor value = pair.tensor(SIZE);
    StreamOptions without = pair.options.withoutChecksums();
    try (Streams streams = new Streams(without, null, null, Loopback.LIMIT)) {
      CallingConnection calling =
          Loopback.get(streams.connect("localhost", pair.server.address(), "it"));
      Loopback.get(StreamPair.runGraph(calling, value)).release();
    }
  }

  /** The header of the first frame that one who calls with these options sends. */
  private byte[] firstHeader(StreamOptions options) throws IOException {
    try (ServerSocket listening = new ServerSocket(0, 5, InetAddress.getByName("localhost"));
        Streams streams = new Streams(options, null, null, Loopback.LIMIT)) {
      listening.setSoTimeout((int) Loopback.LIMIT.toMillis());
      StreamAddress at = new StreamAddress(listening.getLocalPort(), 1);
      CompletableFuture<CallingConnection> made = streams.connect("localhost", at, "it");
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
    byte[] without = firstHeader(pair.options.withoutChecksums());
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
