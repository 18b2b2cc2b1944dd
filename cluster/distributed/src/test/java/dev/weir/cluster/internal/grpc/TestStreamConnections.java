package dev.weir.cluster.internal.grpc;

import static dev.weir.cluster.internal.grpc.Loopback.LIMIT;
import static dev.weir.cluster.internal.grpc.Loopback.failure;
import static dev.weir.cluster.internal.grpc.Loopback.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.stream.StreamAddress;
import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.cluster.internal.stream.StreamServer;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.Allocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What streams alone do: interleave, cut into parts, and find a task again. */
@Timeout(60)
final class TestStreamConnections {
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

  /** Large answers are given when the small call has come, right before the answer to that. */
  @Test
  void smallCallsPassLargeOnes() {
    Tensor large = tensor(50 << 20);
    List<CompletableFuture<ReceivedTensor>> heldBack = new CopyOnWriteArrayList<>();
    loopback.fakeWorker.onReceive =
        request -> {
          CompletableFuture<ReceivedTensor> answer = new CompletableFuture<>();
          heldBack.add(answer);
          if (request.key().equals("small")) {
            heldBack.remove(answer);
            heldBack.forEach(each -> each.complete(new ReceivedTensor(large.retained())));
            answer.complete(new ReceivedTensor(Tensors.scalar(1f)));
          }
          return answer;
        };
    List<String> came = new CopyOnWriteArrayList<>();
    List<CompletableFuture<ReceivedTensor>> calls = new ArrayList<>();
    for (String key : List.of("large", "large", "large", "large", "small")) {
      CompletableFuture<ReceivedTensor> call = receive(key);
      calls.add(call.whenComplete((value, failure) -> came.add(key)));
    }
    calls.forEach(each -> get(each).release());
    assertThat(came.indexOf("small")).isBetween(0, 3);
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
    List<NamedValue> sends =
        List.of(new NamedValue("s", strings), new NamedValue("n", Tensors.scalar(2f)));
    StepResult result =
        get(
            loopback
                .worker()
                .runGraph(
                    new RunGraph("s", "g", 1, sends, List.of(), false, false, false, 0), LIMIT));
    assertThat(result.values().getFirst().value().getBytes(0)).isEqualTo(bytes);
    assertThat(result.values().get(1).value().getFloat(0)).isEqualTo(2f);
  }

  private CompletableFuture<ReceivedTensor> receive(String key) {
    return loopback.worker().receiveTensor(new ReceiveTensor(1, key, 0), LIMIT);
  }

  private static Tensor tensor(int bytes) {
    return Tensor.allocate(Allocator.shared(), DType.UINT8, Shape.of(bytes), "a test").freeze();
  }
}
