package dev.weir.cluster.internal.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.CachingAllocator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The bytes that either end of a connection counts. */
@Timeout(60)
final class TestGrpcTraffic {
  private static final int MIB = 1 << 20;

  /** A message has a head of a few bytes, and names. */
  private static final long HEADS = 1000;

  @Test
  void bothEndsCountTheBytesOfMessages() {
    CachingAllocator allocator = new CachingAllocator(64 * MIB);
    GrpcOptions options = GrpcOptions.of(allocator);
    try (Loopback loopback = new Loopback(options);
        GrpcNetwork network = new GrpcNetwork(options)) {
      Traffic task = loopback.task.traffic();
      Traffic caller = network.traffic();
      assertThat(task.received()).isZero();
      assertThat(caller.sent()).isZero();

      Tensor three = Tensor.allocate(allocator, DType.UINT8, Shape.of(3 * MIB), "a test").freeze();
      RunGraph request =
          new RunGraph(
              "s", "g", 1, List.of(new NamedValue("x", three)), List.of(), false, false, false, 0);
      Loopback.get(network.worker(loopback.address).runGraph(request, Loopback.LIMIT));
      assertThat(task.received()).isBetween(3L * MIB, 3L * MIB + HEADS);
      assertThat(caller.sent()).isBetween(3L * MIB, 3L * MIB + HEADS);
      assertThat(task.sent()).isLessThan(HEADS);
      assertThat(caller.received()).isLessThan(HEADS);

      loopback.fakeWorker.onReceive =
          asked -> CompletableFuture.completedFuture(new ReceivedTensor(three.retained()));
      Loopback.get(
              network
                  .worker(loopback.address)
                  .receiveTensor(new ReceiveTensor(1, "k", 0), Loopback.LIMIT))
          .release();
      three.buffer().release();
      assertThat(task.sent()).isBetween(3L * MIB, 3L * MIB + HEADS);
      assertThat(caller.received()).isBetween(3L * MIB, 3L * MIB + HEADS);
      Leaks.assertInUse(allocator, 0);
    }
  }
}
