package dev.weir.cluster.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.grpc.Loopback;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Large messages: given up in the middle, read slowly, with small ones between; and draining. */
@Timeout(60)
final class TestStreamFlow {
  /** More than the sockets of both ends keep. */
  private static final int LARGE = 48 << 20;

  private StreamPair pair;

  @BeforeEach
  void start() {
    pair = new StreamPair();
  }

  @AfterEach
  void nothingStays() {
    pair.assertAlone();
    pair.close();
  }

  private void answerWith(Tensor large) {
    pair.worker.onReceive =
        request ->
            CompletableFuture.completedFuture(
                request.key().equals("large")
                    ? new ReceivedTensor(large.retained())
                    : new ReceivedTensor(Tensors.scalar(1f)));
  }

  private static RawStream ask(RawStream peer, long call, String key) throws IOException {
    return peer.request(Rpcs.RECV_TENSOR, call, out -> out.number(1L).text(key).number(0L));
  }

  @Test
  void answersThatAreGivenUpAreBrokenOff() throws IOException {
    Tensor large = pair.tensor(LARGE);
    answerWith(large);
    try (RawStream peer = RawStream.welcomeTo(pair.server)) {
      ask(peer, 1, "large").read(Frames.CHUNK);
      large.buffer().release();
      peer.frame(Frames.CANCEL, null, 1, out -> {});
      long chunks = 1;
      RawStream.Frame frame = peer.read();
      while (frame != null && frame.kind() == Frames.CHUNK) {
        chunks++;
        frame = peer.read();
      }
      assertThat(frame).isNotNull();
      assertThat(frame.kind()).isEqualTo(Frames.DROP);
      assertThat(chunks).isLessThan(LARGE / Frames.MAX_CHUNK);
      pair.assertInUse(0);
      ask(peer, 2, "small").read(Frames.ANSWER);
    }
  }

  @Test
  void requestsThatAreGivenUpAreTakenBack() throws IOException {
    AtomicInteger runs = new AtomicInteger();
    pair.worker.onRunGraph =
        request -> {
          runs.incrementAndGet();
          return CompletableFuture.completedFuture(new StepResult(List.of(), List.of()));
        };
    try (RawStream peer = RawStream.welcomeTo(pair.server)) {
      peer.request(Rpcs.RUN_GRAPH, 1, RawStream.runGraph(DType.UINT8, LARGE));
      peer.chunk(1, new byte[Frames.MAX_CHUNK]);
      StreamPair.await(() -> pair.inUse() >= Frames.MAX_CHUNK);
      peer.frame(Frames.CANCEL, null, 1, out -> {});
      pair.assertInUse(0);
      peer.chunk(1, new byte[Frames.MAX_CHUNK]).frame(Frames.DROP, null, 1, out -> {});
      peer.request(Rpcs.RUN_GRAPH, 2, RawStream.runGraph(DType.UINT8, Frames.MAX_CHUNK));
      peer.chunk(2, new byte[Frames.MAX_CHUNK]);
      assertThat(peer.read(Frames.ANSWER).call()).isEqualTo(2);
      assertThat(runs).hasValue(1);
    }
  }

  /** A connection to a server that the test plays by hand. */
  private interface Played {
    void play(ClientConnection calling, RawStream server) throws IOException;
  }

  private void playing(Played played) throws IOException {
    playing(pair.streams, played);
  }

  private static void playing(StreamClient by, Played played) throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getByName("localhost"))) {
      var connecting =
          by.connect("localhost", new StreamAddress(socket.getLocalPort(), 1), "played");
      try (RawStream server = RawStream.of(socket.accept())) {
        server.read(Frames.HELLO);
        server.welcome(Frames.VERSION);
        played.play(Loopback.get(connecting), server);
      }
    }
  }

  @Test
  void aCancelledRequestIsNotSentFurther() throws IOException {
    playing(
        (calling, server) -> {
          CompletableFuture<?> call = StreamPair.runGraph(calling, pair.tensor(LARGE));
          server.read(Frames.CHUNK);
          assertThat(call.cancel(true)).isTrue();
          long chunks = 1;
          RawStream.Frame frame = server.read();
          while (frame != null && frame.kind() != Frames.DROP) {
            chunks += frame.kind() == Frames.CHUNK ? 1 : 0;
            frame = server.read();
          }
          assertThat(frame).as("the end of the request").isNotNull();
          assertThat(chunks).isLessThan(LARGE / Frames.MAX_CHUNK);
          pair.assertInUse(0);
          CompletableFuture<ReceivedTensor> next = StreamPair.receive(calling, "k");
          answerDead(server, server.read(Frames.REQUEST).call());
          assertThat(Loopback.get(next).tensor()).isNull();
        });
  }

  private static void answerDead(RawStream server, long call) throws IOException {
    server.frame(Frames.ANSWER, Rpcs.RECV_TENSOR, call, out -> out.flag(false));
  }

  @Test
  void aCancelledResponseIsReleased() throws IOException {
    playing(
        (calling, server) -> {
          CompletableFuture<ReceivedTensor> call = StreamPair.receive(calling, "k");
          long number = server.read(Frames.REQUEST).call();
          announce(server, number);
          server.chunk(number, new byte[Frames.MAX_CHUNK]);
          StreamPair.await(() -> pair.inUse() >= Frames.MAX_CHUNK);
          assertThat(call.cancel(true)).isTrue();
          assertThat(server.read(Frames.CANCEL).call()).isEqualTo(number);
          pair.assertInUse(0);
          server.chunk(number, new byte[Frames.MAX_CHUNK]); // on its way already
          server.frame(Frames.DROP, null, number, out -> {});
          CompletableFuture<ReceivedTensor> next = StreamPair.receive(calling, "k");
          answerDead(server, server.read(Frames.REQUEST).call());
          assertThat(Loopback.get(next).tensor()).isNull();
        });
  }

  /** The beginning of an answer with a large tensor. */
  private void announce(RawStream server, long call) throws IOException {
    Tensor announced = pair.tensor(LARGE);
    try {
      server.frame(
          Frames.ANSWER,
          Rpcs.RECV_TENSOR,
          call,
          out -> out.flag(true).flag(false).tensor(announced));
    } finally {
      announced.buffer().release();
    }
  }

  @Test
  void answersThatAreDroppedFail() throws IOException {
    playing(
        (calling, server) -> {
          CompletableFuture<ReceivedTensor> call = StreamPair.receive(calling, "k");
          long number = server.read(Frames.REQUEST).call();
          announce(server, number);
          server.frame(Frames.DROP, null, number, out -> {});
          assertThat(Loopback.failure(call)).hasMessage("the response was withdrawn");
          pair.assertInUse(0);
        });
  }

  @Test
  void aServerThatDiesInTheMiddleOfAnAnswer() throws IOException {
    List<CompletableFuture<ReceivedTensor>> calls = new ArrayList<>();
    playing(
        (calling, server) -> {
          calls.add(StreamPair.receive(calling, "k"));
          long number = server.read(Frames.REQUEST).call();
          announce(server, number);
          server.chunk(number, new byte[Frames.MAX_CHUNK]);
          StreamPair.await(() -> pair.inUse() >= Frames.MAX_CHUNK);
        });
    WeirException failure = Loopback.failure(calls.getFirst());
    assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(failure).hasMessageStartingWith("played: the connection was lost");
    pair.assertInUse(0);
  }

  /** One who calls and has little patience with servers that hang. */
  private StreamClient impatient() {
    StreamLimits limits = StreamPair.PATIENT.withProgress(Duration.ofMillis(200));
    return new StreamClient(
        pair.options.toBuilder().limits(limits).build(), null, null, Loopback.LIMIT);
  }

  @Test
  void aServerThatStopsInTheMiddleOfAnAnswer() throws IOException {
    try (StreamClient streams = impatient()) {
      playing(
          streams,
          (calling, server) -> {
            CompletableFuture<ReceivedTensor> call = StreamPair.receive(calling, "k");
            long number = server.read(Frames.REQUEST).call();
            announce(server, number);
            server.chunk(number, new byte[1000]);
            WeirException failure = Loopback.failure(call);
            assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(failure)
                .hasMessageStartingWith("played: a tensor of call 1, of which ")
                .hasMessageEndingWith("progress for 200 ms");
            pair.assertInUse(0);
          });
    }
  }

  @Test
  void aServerThatStopsReadingARequest() throws IOException {
    try (StreamClient streams = impatient()) {
      playing(
          streams,
          (calling, server) -> {
            CompletableFuture<?> call = StreamPair.runGraph(calling, pair.tensor(LARGE));
            WeirException failure = Loopback.failure(call);
            assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(failure)
                .hasMessage(
                    "played: outgoing messages made too little progress for 200 ms: the peer does"
                        + " not read them");
            pair.assertInUse(0);
          });
    }
  }

  @Test
  void smallCallsAreAnsweredBetweenTheChunksOfALargeOne() throws IOException {
    Tensor large = pair.tensor(LARGE);
    answerWith(large);
    try (RawStream peer = RawStream.welcomeTo(pair.server)) {
      ask(peer, 1, "large").read(Frames.CHUNK);
      int small = 200;
      for (int i = 0; i < small; i++) {
        ask(peer, 2 + i, "small");
      }
      int answered = 0;
      int chunks = 1;
      while (answered < small) {
        RawStream.Frame frame = peer.read();
        assertThat(frame).isNotNull();
        chunks += frame.kind() == Frames.CHUNK ? 1 : 0;
        answered += frame.kind() == Frames.ANSWER ? 1 : 0;
      }
      assertThat(chunks)
          .as("chunks before the last small answer")
          .isLessThan(LARGE / Frames.MAX_CHUNK);
    } finally {
      large.buffer().release();
    }
  }

  @Test
  void aSlowReaderCostsTheSenderNothing() throws IOException {
    Tensor large = pair.tensor(LARGE);
    answerWith(large);
    try (RawStream slow = RawStream.welcomeTo(pair.server)) {
      int calls = 20;
      for (int i = 0; i < calls; i++) {
        ask(slow, i, "large");
      }
      slow.request(Rpcs.CLEANUP_GRAPH, calls, out -> out.number(9L));
      StreamPair.await(() -> pair.worker.asked.contains("clean up 9")); // all have been asked
      assertThat(pair.inUse()).isLessThan(LARGE + (1 << 20));
      Loopback.get(pair.receive("small")).release(); // others are not held up
      long bytes = 0;
      for (int ended = 0; ended < 2; ) {
        RawStream.Frame frame = slow.read(Frames.CHUNK);
        bytes += frame.body().length;
        ended += bytes % LARGE == 0 ? 1 : 0;
      }
      assertThat(pair.inUse()).isLessThan(LARGE + (1 << 20));
    } finally {
      large.buffer().release();
    }
  }

  @Test
  void drainingLetsStepsEndAndRefusesOthers() {
    CompletableFuture<StepResult> step = new CompletableFuture<>();
    CompletableFuture<Boolean> begun = new CompletableFuture<>();
    pair.worker.onRunGraph =
        request -> {
          begun.complete(true);
          return step;
        };
    CompletableFuture<StepResult> running = StreamPair.runGraph(pair.calling, Tensors.scalar(1f));
    Loopback.get(begun);
    assertThat(pair.server.drain(Duration.ofMillis(10))).isFalse();
    WeirException refused = Loopback.failure(StreamPair.runGraph(pair.calling, Tensors.scalar(1f)));
    assertThat(refused.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(refused).hasMessage("the task is shutting down and accepts no more calls");
    Loopback.get(pair.receive("k")).release(); // what running steps need is given
    CompletableFuture<Boolean> drained =
        CompletableFuture.supplyAsync(() -> pair.server.drain(Loopback.LIMIT));
    assertThat(running).isNotDone();
    step.complete(new StepResult(List.of(), List.of()));
    assertThat(Loopback.get(running).values()).isEmpty();
    assertThat(Loopback.get(drained)).isTrue();
  }
}
