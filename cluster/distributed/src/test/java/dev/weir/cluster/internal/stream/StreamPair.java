package dev.weir.cluster.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.grpc.FakeMaster;
import dev.weir.cluster.internal.grpc.FakeWorker;
import dev.weir.cluster.internal.grpc.Leaks;
import dev.weir.cluster.internal.grpc.Loopback;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.CachingAllocator;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A server with a fake worker, and one who calls it; checks in the end that nothing is left. */
final class StreamPair implements AutoCloseable {
  static final long MOST_BYTES = 64 << 20;

  static final long BUDGET = 1 << 30;

  /** On a busy machine it may take a while to greet. */
  static final StreamLimits PATIENT = StreamLimits.DEFAULT.withAdmission(Duration.ofMinutes(1));

  /** Only this pair uses it. */
  final CachingAllocator allocator = new CachingAllocator(BUDGET);

  final StreamOptions options;
  final FakeWorker worker = new FakeWorker();
  final StreamServer server;
  final StreamClient streams;
  final ClientConnection calling;

  StreamPair() {
    this(PATIENT);
  }

  StreamPair(StreamLimits limits) {
    options =
        StreamOptions.on(allocator).toBuilder()
            .maxMessageBytes(MOST_BYTES)
            .limits(limits)
            .local(false)
            .build();
    server = StreamServer.start("localhost", worker, new FakeMaster(), options, null);
    streams = new StreamClient(options, null, null, Loopback.LIMIT);
    calling = Loopback.get(streams.connect("localhost", server.address(), "the server"));
  }

  /** Another server with the same worker, for peers that are to have other limits. */
  StreamServer another(StreamLimits limits) {
    return StreamServer.start(
        "localhost", worker, new FakeMaster(), options.toBuilder().limits(limits).build(), null);
  }

  CompletableFuture<ReceivedTensor> receive(String key) {
    return receive(calling, key);
  }

  static CompletableFuture<ReceivedTensor> receive(ClientConnection by, String key) {
    ReceiveTensor request = new ReceiveTensor(1, key, 0);
    return by.call(Rpcs.RECV_TENSOR, request, Loopback.LIMIT);
  }

  /** Sends a tensor to a graph; takes over the reference. */
  static CompletableFuture<StepResult> runGraph(ClientConnection by, Tensor sent) {
    List<NamedValue> sends = List.of(new NamedValue("x", sent));
    RunGraph request = new RunGraph("s", "g", 1, sends, List.of(), false, false, false, 0);
    return by.call(Rpcs.RUN_GRAPH, request, Loopback.LIMIT);
  }

  /** Bytes that are what they are. */
  Tensor tensor(long bytes) {
    return tensor(allocator, bytes);
  }

  static Tensor tensor(Allocator from, long bytes) {
    return Tensor.allocate(from, DType.UINT8, Shape.of(bytes), "a test").freeze();
  }

  static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + Loopback.LIMIT.toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  /** The pair still works, and there is no other connection. */
  void assertAlone() {
    Loopback.get(receive("k")).release();
    await(() -> server.connections() == 1);
  }

  long inUse() {
    return allocator.usage().inUse();
  }

  void assertInUse(long bytes) {
    Leaks.assertInUse(allocator, bytes);
  }

  @Override
  public void close() {
    streams.close();
    server.close();
    assertThat(server.connections()).isZero();
    String loop = "weir-streams-" + server.address().port();
    await(
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals(loop)));
    assertInUse(0);
  }
}
