package dev.weir.cluster.internal.grpc;

import static dev.weir.cluster.internal.grpc.Loopback.LIMIT;
import static dev.weir.cluster.internal.grpc.Loopback.failure;
import static dev.weir.cluster.internal.grpc.Loopback.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that fail: with which code and words, and that nothing stays behind. */
@Timeout(60)
class TestGrpcFailures {
  Loopback open(GrpcOptions options) {
    return new Loopback(options);
  }

  private final CachingAllocator allocator = new CachingAllocator(1 << 30);
  private final GrpcOptions options = GrpcOptions.of(allocator);
  private Loopback loopback;

  @BeforeEach
  void start() {
    loopback = open(options).connected();
  }

  @AfterEach
  void stop() {
    loopback.close();
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void codesAndMessagesArrive(ErrorCode code) {
    WeirException told = new WeirException(code, "größer: 1 > 0\nsecond line");
    loopback.fakeWorker.onReceive = request -> CompletableFuture.failedFuture(told);
    loopback.fakeWorker.onRunGraph = request -> CompletableFuture.failedFuture(told);
    loopback.fakeMaster.onRunStep = request -> CompletableFuture.failedFuture(told);
    for (CompletableFuture<?> call :
        List.of(
            loopback.worker().receiveTensor(new ReceiveTensor(1, "k", 0), LIMIT),
            loopback.worker().runGraph(request(List.of()), LIMIT),
            loopback.master().runStep(step(), LIMIT))) {
      WeirException failure = failure(call);
      assertThat(failure.code()).isEqualTo(code);
      assertThat(failure).hasMessage(told.getMessage());
    }
  }

  @Test
  void fieldsArrive() {
    WeirException told =
        WeirException.invalidArgument("must be positive: it is -1")
            .withNode("Sqrt", "root", "Main.java:3")
            .withTask("/job:ps/replica:0/task:0")
            .within("step 7");
    loopback.fakeWorker.onReceive = request -> CompletableFuture.failedFuture(told);
    loopback.fakeWorker.onRunGraph = request -> CompletableFuture.failedFuture(told);
    loopback.fakeMaster.onRunStep = request -> CompletableFuture.failedFuture(told);
    for (CompletableFuture<?> call :
        List.of(
            loopback.worker().receiveTensor(new ReceiveTensor(1, "k", 0), LIMIT),
            loopback.worker().runGraph(request(List.of()), LIMIT),
            loopback.master().runStep(step(), LIMIT))) {
      WeirException failure = failure(call);
      assertThat(failure.code()).isEqualTo(told.code());
      assertThat(failure.rule()).isEqualTo(told.rule());
      assertThat(failure.origin()).isEqualTo(told.origin());
    }
  }

  @Test
  void longMessagesAreCut() {
    loopback.fakeWorker.onReceive =
        request -> {
          throw new WeirException(ErrorCode.ABORTED, "é".repeat(5000));
        };
    assertThat(failure(loopback.worker().receiveTensor(new ReceiveTensor(1, "k", 0), LIMIT)))
        .hasMessage("é".repeat(1536) + " ... [truncated]");
  }

  @Test
  void mistakesOfTheOtherTaskAreInternal() {
    loopback.fakeWorker.onRunGraph =
        request -> {
          throw new IllegalStateException("oops");
        };
    WeirException failure = failure(loopback.worker().runGraph(request(List.of()), LIMIT));
    assertThat(failure.code()).isEqualTo(ErrorCode.INTERNAL);
    assertThat(failure).hasMessageContaining("oops");
  }

  @Test
  void connectionRefused() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    WeirException failure = failure(loopback.network.worker("127.0.0.1:" + port).status(LIMIT));
    assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(failure).hasMessage("127.0.0.1:" + port + ": connection refused");
  }

  @Test
  void aTaskThatComesLaterIsFound() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    String address = "localhost:" + port;
    assertThat(failure(loopback.network.worker(address).status(LIMIT)).code())
        .isEqualTo(ErrorCode.UNAVAILABLE);
    try (GrpcTask late =
        GrpcTask.start(address, loopback.fakeWorker, loopback.fakeMaster, Runnable::run, options)) {
      assertThat(late.port()).isEqualTo(port);
      long deadline = System.nanoTime() + LIMIT.toNanos();
      boolean found = false;
      while (!found && System.nanoTime() - deadline < 0) {
        CompletableFuture<?> status = loopback.network.worker(address).status(LIMIT);
        found = get(status.handle((devices, failure) -> failure == null));
      }
      assertThat(found).as("found").isTrue();
    }
  }

  @Test
  void anAddressInUseIsRefused() {
    String address = "localhost:" + loopback.task.port();
    assertThat(
            failure(
                CompletableFuture.supplyAsync(
                    () ->
                        GrpcTask.start(
                            address,
                            loopback.fakeWorker,
                            loopback.fakeMaster,
                            Runnable::run,
                            options))))
        .hasMessageContaining(address + " cannot listen")
        .hasMessageContaining("in use");
  }

  @Test
  void aDeadlineNamesMethodAndAddress() {
    CompletableFuture<ReceivedTensor> never = new CompletableFuture<>();
    loopback.fakeWorker.onReceive = request -> never;
    WeirException failure =
        failure(
            loopback.worker().receiveTensor(new ReceiveTensor(1, "k", 0), Duration.ofMillis(200)));
    assertThat(failure.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
    assertThat(failure)
        .hasMessage("RecvTensor at " + loopback.address + ": no response within 0.200 s");
    boolean told = get(never.handle((value, thrown) -> thrown != null));
    assertThat(told).isTrue();
  }

  @Test
  void cancellingReachesTheOtherTask() {
    CompletableFuture<ReceivedTensor> never = new CompletableFuture<>();
    CompletableFuture<ReceiveTensor> asked = new CompletableFuture<>();
    loopback.fakeWorker.onReceive =
        request -> {
          asked.complete(request);
          return never;
        };
    CompletableFuture<ReceivedTensor> answer =
        loopback.worker().receiveTensor(new ReceiveTensor(1, "k", 0), LIMIT);
    get(asked);
    answer.cancel(true);
    boolean told = get(never.handle((value, thrown) -> thrown != null));
    assertThat(told).isTrue();
  }

  @Test
  void aTaskThatDiesEndsCallsAndHoldsNothing() {
    Tensor large = large();
    CompletableFuture<StepResult> never = new CompletableFuture<>();
    CompletableFuture<RunGraph> asked = new CompletableFuture<>();
    loopback.fakeWorker.onRunGraph =
        request -> {
          asked.complete(request);
          return never;
        };
    CompletableFuture<StepResult> answer =
        loopback.worker().runGraph(request(List.of(new NamedValue("x", large))), LIMIT);
    get(asked);
    large.buffer().release();
    loopback.kill();
    WeirException failure = failure(answer);
    assertThat(failure.code()).isIn(ErrorCode.UNAVAILABLE, ErrorCode.CANCELLED);
    Leaks.assertInUse(allocator, 0);
  }

  @Test
  void unsentRequestsHoldNothingAfterTheyFail() {
    Tensor large = large();
    CompletableFuture<StepResult> answer =
        loopback
            .network
            .worker("localhost:1")
            .runGraph(request(List.of(new NamedValue("x", large))), LIMIT);
    large.buffer().release();
    assertThat(failure(answer).code()).isEqualTo(ErrorCode.UNAVAILABLE);
    Leaks.assertInUse(allocator, 0);
  }

  @Test
  void unwantedResponsesAreReleased() {
    for (int i = 0; i < 50; i++) {
      loopback.fakeWorker.onReceive =
          request -> CompletableFuture.completedFuture(new ReceivedTensor(large()));
      CompletableFuture<ReceivedTensor> answer =
          loopback.worker().receiveTensor(new ReceiveTensor(1, "k", 0), LIMIT);
      boolean givenUp = i % 2 == 0 && answer.cancel(true); // unless it is there already
      if (!givenUp) {
        get(answer).release();
      }
    }
    get(loopback.worker().status(LIMIT));
    Leaks.assertInUse(allocator, 0);
  }

  @Test
  void oversizedMessagesAreRefusedByEitherEnd() {
    try (Loopback small = open(options.toBuilder().maxMessageBytes(1 << 16).build())) {
      Tensor large = large();
      WeirException sent =
          failure(small.worker().runGraph(request(List.of(new NamedValue("x", large))), LIMIT));
      assertThat(sent.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
      small.fakeWorker.onReceive =
          request -> CompletableFuture.completedFuture(new ReceivedTensor(large.retained()));
      WeirException came =
          failure(small.worker().receiveTensor(new ReceiveTensor(1, "k", 0), LIMIT));
      assertThat(came.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
      large.buffer().release();
      assertThat(get(small.worker().status(LIMIT))).isNotNull();
    }
    Leaks.assertInUse(allocator, 0);
  }

  @Test
  void aClosedNetworkSaysSo() {
    loopback.network.close();
    assertThat(failure(CompletableFuture.supplyAsync(() -> loopback.network.worker("localhost:1"))))
        .hasMessageContaining("the network is closed");
  }

  private Tensor large() {
    return Tensor.allocate(allocator, DType.FLOAT32, Shape.of(1 << 18), "a test").freeze();
  }

  private static RunGraph request(List<NamedValue> sends) {
    return new RunGraph("s", "g", 1, sends, List.of(), false, false, false, 0);
  }

  private static RunStep step() {
    return new RunStep("s", List.of(), List.of(), List.of(), StepOptions.DEFAULT, "", 0);
  }
}
