package dev.weir.cluster.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.grpc.FakeMaster;
import dev.weir.cluster.internal.grpc.FakeWorker;
import dev.weir.cluster.internal.grpc.Loopback;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.transport.Token;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ends that do not fit together: what either says, and that it goes no further. */
@Timeout(60)
final class TestStreamGreetings {
  private static final StreamOptions OPTIONS =
      StreamOptions.builder().maxMessageBytes(1).local(false).build();
  private static final Duration SOON = Duration.ofMillis(300);

  private static void assertRefused(
      RawStream peer, int version, long key, String token, String because) throws IOException {
    RawStream.Frame answer = peer.greet(version, key, token).read(Frames.HELLO);
    assertThat(answer.body()[Integer.BYTES]).as("welcome").isZero();
    assertThat(answer.text()).contains(because);
  }

  /** A server that counts what it is asked. */
  private static StreamServer start(FakeWorker worker, @Nullable Token token) {
    return StreamServer.start("localhost", worker, new FakeMaster(), StreamOptions.DEFAULT, token);
  }

  @Test
  void callersOfAnotherVersionAreRefusedAndNotServed() throws IOException {
    FakeWorker worker = new FakeWorker();
    try (StreamServer server = start(worker, null);
        RawStream peer = RawStream.to(server.address().port())) {
      int other = Frames.VERSION + 1;
      assertRefused(
          peer,
          other,
          server.address().key(),
          "",
          "this task speaks version " + Frames.VERSION + " of streams, not " + other);
      assertThat(peer.readToTheEnd()).isEmpty();
      try (RawStream right = RawStream.welcomeTo(server)) {
        right.request(Rpcs.CLEANUP_GRAPH, 2, out -> out.number(2L)).read(Frames.ANSWER);
      }
      assertThat(worker.asked).containsExactly("clean up 2");
    }
  }

  @Test
  void anotherTokenOrNoneIsRefusedAndNotServed() throws IOException {
    FakeWorker worker = new FakeWorker();
    try (StreamServer server = start(worker, Token.of("secret"));
        RawStream wrong = RawStream.to(server.address().port());
        RawStream none = RawStream.to(server.address().port());
        RawStream right = RawStream.to(server.address().port())) {
      long key = server.address().key();
      assertRefused(wrong, Frames.VERSION, key, "guess", "the caller presents a wrong token");
      assertRefused(none, Frames.VERSION, key, "", "the caller presents no token");
      assertThat(wrong.readToTheEnd()).isEmpty();
      assertThat(none.readToTheEnd()).isEmpty();
      right.greet(Frames.VERSION, key, "secret").read(Frames.HELLO);
      right.request(Rpcs.CLEANUP_GRAPH, 2, out -> out.number(2L)).read(Frames.ANSWER);
      assertThat(worker.asked).containsExactly("clean up 2");
    }
  }

  @Test
  void theTokenIsSentAndItsRefusalTold() {
    try (StreamServer server = start(new FakeWorker(), Token.of("secret"));
        StreamClient wrong = new StreamClient(OPTIONS, Token.of("guess"), null, Loopback.LIMIT);
        StreamClient right = new StreamClient(OPTIONS, Token.of("secret"), null, Loopback.LIMIT)) {
      WeirException refusal =
          Loopback.failure(wrong.connect("localhost", server.address(), "host:1"));
      assertThat(refusal.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
      assertThat(refusal)
          .hasMessageContaining(
              "host:1: the connection is refused: the caller presents a wrong token")
          .hasMessageNotContaining("secret");
      assertThat(Loopback.get(right.connect("localhost", server.address(), "host:1")).hasEnded())
          .isFalse();
    }
  }

  @Test
  void aTaskThatWasRestartedIsNotTakenForTheOldOne() {
    try (StreamServer server = start(new FakeWorker(), null);
        StreamClient streams = new StreamClient(OPTIONS, null, null, Loopback.LIMIT)) {
      StreamAddress old = new StreamAddress(server.address().port(), server.address().key() + 1);
      WeirException refusal = Loopback.failure(streams.connect("localhost", old, "host:1"));
      assertThat(refusal.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(refusal)
          .hasMessage("host:1: wrong key: another task was expected here (was it restarted?)");
    }
  }

  @Test
  void tasksOfAnotherVersionAreNotCalled() throws IOException {
    try (ServerSocket socket = listen();
        StreamClient streams = new StreamClient(OPTIONS, null, null, Loopback.LIMIT)) {
      var connecting =
          streams.connect("localhost", new StreamAddress(socket.getLocalPort(), 1), "host:1");
      try (RawStream taken = RawStream.of(socket.accept())) {
        assertThat(taken.read(Frames.HELLO).body()).startsWith(Frames.VERSION);
        taken.welcome(Frames.VERSION + 1);
        WeirException refusal = Loopback.failure(connecting);
        assertThat(refusal.code()).isEqualTo(ErrorCode.UNAVAILABLE);
        assertThat(refusal)
            .hasMessage(
                "host:1: the task speaks version %d of streams, this client version %d",
                Frames.VERSION + 1, Frames.VERSION);
        assertThat(taken.readToTheEnd()).isEmpty();
      }
    }
  }

  @Test
  void aSilentPeerIsDisconnected() throws IOException {
    try (ServerSocket socket = listen();
        StreamClient streams = new StreamClient(OPTIONS, null, null, SOON)) {
      StreamAddress address = new StreamAddress(socket.getLocalPort(), 1);
      WeirException failure = Loopback.failure(streams.connect("localhost", address, "host:1"));
      assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(failure).hasMessage("host:1: no handshake within 300 ms");
    }
  }

  @Test
  void aPeerThatSendsGarbageIsDisconnected() throws IOException {
    try (ServerSocket socket = listen();
        StreamClient streams = new StreamClient(OPTIONS, null, null, Loopback.LIMIT)) {
      StreamAddress address = new StreamAddress(socket.getLocalPort(), 1);
      var connecting = streams.connect("localhost", address, "host:1");
      try (RawStream taken = RawStream.of(socket.accept())) {
        taken.write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        assertThat(Loopback.failure(connecting))
            .hasMessage("host:1: the peer does not speak the streams protocol");
      }
    }
  }

  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 5, InetAddress.getByName("localhost"));
  }
}
