package dev.weir.cluster.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.grpc.FakeMaster;
import dev.weir.cluster.internal.grpc.FakeWorker;
import dev.weir.cluster.internal.grpc.Leaks;
import dev.weir.cluster.internal.grpc.Loopback;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.CachingAllocator;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A tensor of more bytes than an int counts. */
final class TestLargeStream {
  private static final long ELEMENTS = (1L << 28) + 12_345; // 2 GiB and a little

  /** Seconds, unless the machine has much else to do. */
  private static final Duration LIMIT = Duration.ofSeconds(100);

  @Test
  @Timeout(120)
  void moreThanTwoGigabytesCross() throws IOException {
    long bytes = ELEMENTS * Double.BYTES;
    StreamMemoryNeeded.bytes(2 * bytes + (500 << 20));
    Allocator allocator = new CachingAllocator(3 * bytes);
    Tensor sent = Tensor.allocate(allocator, DType.FLOAT64, Shape.of(ELEMENTS), "a large tensor");
    long[] places = {0, 1L << 16, (1L << 28) - 1, 1L << 28, ELEMENTS - 1};
    for (long place : places) {
      sent.setDouble(place, place + 0.5);
    }
    sent.freeze();
    StreamOptions options = StreamOptions.on(allocator);
    FakeWorker worker = new FakeWorker();
    worker.onReceive = request -> CompletableFuture.completedFuture(new ReceivedTensor(sent));
    try (StreamServer server =
            StreamServer.start("localhost", worker, new FakeMaster(), options, null);
        StreamClient streams = new StreamClient(options, null, null, Loopback.LIMIT)) {
      ClientConnection calling =
          Loopback.get(streams.connect("localhost", server.address(), "the server"));
      Tensor came =
          calling.call(Rpcs.RECV_TENSOR, new ReceiveTensor(1, "k", 0), LIMIT).join().tensor();
      assertThat(came).isNotNull();
      assertThat(came.shape()).isEqualTo(Shape.of(ELEMENTS));
      for (long place : places) {
        assertThat(came.getDouble(place)).isEqualTo(place + 0.5);
      }
      came.buffer().release();
    }
    Leaks.assertInUse(allocator, 0);
  }
}
