package dev.weir.cluster.internal.stream;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.CapturedLog;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What peers get before they have shown that they belong to the cluster, and how long they have.
 */
@Timeout(60)
final class TestStreamAdmission {
  private static final Duration SOON = Duration.ofMillis(200);
  private static final Duration LATE = Duration.ofSeconds(15);
  private static final int KIB = 1 << 10;

  private static RawStream connect(StreamPair pair) throws IOException {
    return RawStream.to(pair.server.address().port());
  }

  private static void closeAll(List<RawStream> peers) throws IOException {
    for (RawStream peer : peers) {
      peer.close();
    }
  }

  @Test
  void peersGetBuffersWhenTheyAreAdmitted() throws IOException {
    try (StreamPair pair = new StreamPair()) {
      pair.assertAlone();
      long one = pair.server.bufferBytes();
      assertThat(one).isGreaterThan(Frames.MAX_LENGTH);
      List<RawStream> silent = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        silent.add(connect(pair).write(new byte[0]));
      }
      StreamPair.await(() -> pair.server.connections() == 51);
      assertThat(pair.server.bufferBytes()).isLessThanOrEqualTo(one + 50 * 2 * KIB);
      assertThat(pair.inUse()).isLessThan(1 << 20);
      try (RawStream admitted = RawStream.welcomeTo(pair.server)) {
        admitted.request(Rpcs.CLEANUP_GRAPH, 7, out -> out.number(1L)).read(Frames.ANSWER);
        assertThat(pair.server.bufferBytes()).isGreaterThanOrEqualTo(2 * one);
      }
      closeAll(silent);
      pair.assertAlone();
    }
  }

  @Test
  void peersWithAnotherKeyAreToldAndClosedAtOnce() throws IOException {
    Duration forever = Duration.ofMinutes(10);
    try (StreamPair pair = new StreamPair(StreamPair.PATIENT.withAdmission(forever));
        RawStream peer = connect(pair)) {
      peer.greet(Frames.VERSION, pair.server.address().key() + 1, "");
      RawStream.Frame refusal = peer.read(Frames.HELLO);
      assertThat(refusal.text()).contains("another task was expected here");
      assertThat(peer.readToTheEnd()).isEmpty();
      pair.assertAlone();
    }
  }

  /** Parts of messages, which are gathered in memory, come after admission only. */
  @Test
  void partsBeforeAdmissionEndTheConnection() throws IOException {
    try (StreamPair pair = new StreamPair();
        RawStream peer = connect(pair)) {
      peer.header(1000, Frames.PART, Rpcs.RUN_GRAPH, 1);
      assertThat(peer.readToTheEnd()).isEmpty();
      pair.assertAlone();
    }
  }

  @Test
  void partsAreOnTheAccountOfTheAllocatorAndComeBack() throws IOException {
    try (StreamPair pair = new StreamPair()) {
      try (RawStream peer = RawStream.welcomeTo(pair.server)) {
        for (int i = 0; i < 64; i++) {
          peer.header(Frames.MAX_LENGTH, Frames.PART, Rpcs.RUN_GRAPH, 1);
          peer.write(new byte[Frames.MAX_LENGTH]);
        }
        long sent = 64L * Frames.MAX_LENGTH;
        StreamPair.await(() -> pair.inUse() >= sent);
        assertThat(pair.inUse()).isLessThanOrEqualTo(2 * sent + (1 << 20));
      }
      pair.assertAlone();
      pair.assertInUse(0);
    }
  }

  @Test
  void greetingsThatDoNotComeInTimeAreGivenUp() throws IOException {
    StreamLimits hasty = StreamLimits.DEFAULT.withAdmission(SOON);
    try (CapturedLog log = new CapturedLog();
        StreamPair pair = new StreamPair();
        StreamServer server = pair.another(hasty);
        RawStream silent = RawStream.to(server.address().port());
        RawStream half = RawStream.to(server.address().port())) {
      half.header(500, Frames.HELLO, null, Frames.MAGIC);
      assertThat(silent.readToTheEnd()).isEmpty();
      assertThat(half.readToTheEnd()).isEmpty();
      StreamPair.await(() -> server.connections() == 0);
      assertThat(log.lines())
          .singleElement() // the second comes from the same host for the same reason
          .asString()
          .contains("refused: no handshake within 200 ms");
    }
  }

  @Test
  void theOldestThatDoesNotGreetMakesRoomForOthers() throws IOException {
    Duration forever = Duration.ofMinutes(10);
    StreamLimits limits = StreamLimits.DEFAULT.withConnections(100, 3).withAdmission(forever);
    try (StreamPair pair = new StreamPair(limits);
        RawStream first = connect(pair)) {
      StreamPair.await(() -> pair.server.connections() == 2);
      List<RawStream> others = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        others.add(connect(pair));
      }
      assertThat(first.readToTheEnd()).isEmpty();
      try (RawStream admitted = RawStream.welcomeTo(pair.server)) { // the second makes room
        assertThat(others.getFirst().readToTheEnd()).isEmpty();
        admitted.request(Rpcs.CLEANUP_GRAPH, 7, out -> out.number(1L)).read(Frames.ANSWER);
        assertThat(pair.server.connections()).isEqualTo(4);
      }
      closeAll(others);
      pair.assertAlone();
    }
  }

  @Test
  void moreConnectionsThanAllowedAreRefused() throws IOException {
    StreamLimits limits = StreamPair.PATIENT.withConnections(3, 3);
    try (CapturedLog log = new CapturedLog();
        StreamPair pair = new StreamPair(limits)) {
      try (RawStream second = RawStream.welcomeTo(pair.server);
          RawStream third = RawStream.welcomeTo(pair.server);
          RawStream fourth = connect(pair)) {
        assertThat(fourth.readToTheEnd()).isEmpty();
        second.request(Rpcs.CLEANUP_GRAPH, 7, out -> out.number(1L)).read(Frames.ANSWER);
        third.request(Rpcs.CLEANUP_GRAPH, 8, out -> out.number(1L)).read(Frames.ANSWER);
        assertThat(log.lines())
            .singleElement()
            .asString()
            .contains("the limit of 3 streams is reached");
      }
      pair.assertAlone();
    }
  }

  @Test
  void tensorsThatMakeNoProgressAreGivenUp() throws IOException {
    try (CapturedLog log = new CapturedLog();
        StreamPair pair = new StreamPair(StreamPair.PATIENT.withProgress(SOON))) {
      try (RawStream peer = RawStream.welcomeTo(pair.server)) {
        peer.together(
            all ->
                all.request(Rpcs.RUN_GRAPH, 1, RawStream.runGraph(DType.UINT8, 16 << 20))
                    .header(Frames.MAX_CHUNK, Frames.CHUNK, null, 1)
                    .write(new byte[1000]));
        assertThat(peer.readToTheEnd()).isEmpty();
        pair.assertInUse(0);
      }
      pair.assertAlone();
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains(
              "refused: a tensor of call 1, of which 1000 of 16777216 bytes came, made no progress"
                  + " for 200 ms");
    }
  }

  @Test
  void framesAndPartsThatMakeNoProgressAreGivenUp() throws IOException {
    try (StreamPair pair = new StreamPair(StreamPair.PATIENT.withProgress(SOON));
        RawStream frame = RawStream.welcomeTo(pair.server);
        RawStream part = RawStream.welcomeTo(pair.server)) {
      frame.header(100, Frames.REQUEST, Rpcs.RUN_GRAPH, 1).write(new byte[50]);
      part.header(100, Frames.PART, Rpcs.RUN_GRAPH, 1).write(new byte[100]);
      assertThat(frame.readToTheEnd()).isEmpty();
      assertThat(part.readToTheEnd()).isEmpty();
      pair.assertAlone();
    }
  }

  /** A peer that has sent a large tensor gets the memory for another at once, and has to use it. */
  @Test
  void tensorsThatComeTooSlowlyForTheirSizeAreGivenUp() throws IOException {
    Duration limit = Duration.ofSeconds(1);
    int size = 32 << 20;
    try (CapturedLog log = new CapturedLog();
        StreamPair pair = new StreamPair(StreamPair.PATIENT.withProgress(limit))) {
      pair.worker.onRunGraph =
          request -> CompletableFuture.completedFuture(new StepResult(List.of(), List.of()));
      try (RawStream peer = RawStream.welcomeTo(pair.server)) {
        peer.request(Rpcs.RUN_GRAPH, 1, RawStream.runGraph(DType.UINT8, size));
        for (int sent = 0; sent < size; sent += Frames.MAX_CHUNK) {
          peer.chunk(1, new byte[Frames.MAX_CHUNK]);
        }
        peer.read(Frames.ANSWER);
        peer.request(Rpcs.RUN_GRAPH, 2, RawStream.runGraph(DType.UINT8, size));
        assertThat(isClosedWhileDripping(peer, limit)).isTrue();
        pair.assertInUse(0);
      }
      pair.assertAlone();
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("refused: a tensor of call 2, of which")
          .contains("progress for 1000 ms");
    }
  }

  /** Sends a little more in every stretch than suffices where little is held. */
  private static boolean isClosedWhileDripping(RawStream peer, Duration stretch) {
    int drips = 80;
    long begun = System.nanoTime();
    for (int i = 0; i < drips; i++) {
      long due = i * stretch.toNanos() / 4;
      StreamPair.await(() -> System.nanoTime() - begun > due);
      try {
        peer.chunk(2, new byte[6 * KIB]);
      } catch (IOException e) {
        return true;
      }
    }
    return false;
  }

  @Test
  void unreadResponsesAreAbandoned() throws IOException {
    try (CapturedLog log = new CapturedLog();
        StreamPair pair = new StreamPair(StreamPair.PATIENT.withProgress(SOON))) {
      Tensor large = pair.tensor(48 << 20);
      pair.worker.onReceive =
          request -> CompletableFuture.completedFuture(new ReceivedTensor(large.retained()));
      try (RawStream stopped = RawStream.welcomeTo(pair.server)) {
        for (int call = 0; call < 3; call++) {
          stopped.request(Rpcs.RECV_TENSOR, call, out -> out.number(1L).text("k").number(0L));
        }
        StreamPair.await(() -> !log.lines().isEmpty());
        assertThat(log.lines())
            .singleElement()
            .asString()
            .contains("made too little progress for 200 ms: the peer does not read them");
        StreamPair.await(() -> pair.server.connections() == 1);
      }
      pair.worker.onReceive = request -> CompletableFuture.completedFuture(ReceivedTensor.DEAD);
      large.buffer().release();
      pair.assertInUse(0);
      pair.assertAlone();
    }
  }

  @Test
  void connectionsThatCannotBeAcceptedAreLoggedAndTriedAgain() throws IOException {
    AtomicInteger attempts = new AtomicInteger();
    CompletableFuture<SocketChannel> taken = new CompletableFuture<>();
    try (CapturedLog log = new CapturedLog();
        SelectorLoop loop = new SelectorLoop("weir-test-accepting");
        ServerSocketChannel listening = ServerSocketChannel.open()) {
      listening.bind(new InetSocketAddress(InetAddress.getByName("localhost"), 0));
      listening.configureBlocking(false);
      Acceptor acceptor =
          new Acceptor(
              listening,
              from ->
                  switch (attempts.incrementAndGet()) {
                    case 1 -> throw new IOException("Too many open files");
                    case 2 -> throw new OutOfMemoryError("Cannot reserve direct buffer memory");
                    default -> from.accept();
                  },
              taken::complete);
      loop.register(listening, SelectionKey.OP_ACCEPT, acceptor, acceptor::keyed);
      try (Socket peer = new Socket("localhost", listening.socket().getLocalPort());
          SocketChannel accepted = taken.orTimeout(LATE.toSeconds(), SECONDS).join()) {
        assertThat(accepted.getRemoteAddress()).isEqualTo(peer.getLocalSocketAddress());
      }
      assertThat(attempts.get()).isGreaterThanOrEqualTo(3);
      assertThat(listening.isOpen()).isTrue();
      assertThat(log.lines())
          .hasSize(2)
          .satisfiesExactly(
              line ->
                  assertThat(line)
                      .contains("cannot accept a connection: java.io.IOException: Too many open"),
              line -> assertThat(line).contains("next attempt in 1000 ms (failure 2 in a row)"));
    }
  }
}
