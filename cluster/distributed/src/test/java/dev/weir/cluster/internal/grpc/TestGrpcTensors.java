package dev.weir.cluster.internal.grpc;

import static dev.weir.cluster.internal.grpc.Loopback.LIMIT;
import static dev.weir.cluster.internal.grpc.Loopback.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.tensor.DType;
import dev.weir.tensor.ResourceHandle;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.Buffer;
import dev.weir.tensor.memory.CachingAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tensors of every type and many sizes there and back, without a byte changed or left behind. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestGrpcTensors {
  Loopback open(GrpcOptions options) {
    return new Loopback(options);
  }

  private static final List<Shape> SHAPES =
      List.of(
          Shape.scalar(),
          Shape.of(0),
          Shape.of(3, 0, 2),
          Shape.of(1),
          Shape.of(7, 13),
          Shape.of(1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
          Shape.of(300, 500));

  private final CachingAllocator allocator = new CachingAllocator(1 << 30);
  private Loopback loopback;

  @BeforeAll
  void start() {
    loopback = open(GrpcOptions.of(allocator)).connected();
    loopback.fakeWorker.onRunGraph =
        request ->
            CompletableFuture.completedFuture(
                new StepResult(
                    request.sends().stream()
                        .map(send -> new NamedValue(send.name(), send.value().retained()))
                        .toList(),
                    List.of()));
  }

  @AfterAll
  void stop() {
    loopback.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"STRING", "RESOURCE", "VARIANT"},
      mode = EnumSource.Mode.EXCLUDE)
  void numbersComeBackAsTheyWere(DType dtype) {
    List<NamedValue> sends = new ArrayList<>();
    for (Shape shape : SHAPES) {
      sends.add(new NamedValue("t" + shape, numbers(dtype, shape)));
    }
    StepResult result = get(loopback.worker().runGraph(request(sends), LIMIT));
    assertThat(result.values()).hasSameSizeAs(sends);
    for (int i = 0; i < sends.size(); i++) {
      Tensor sent = sends.get(i).value();
      Tensor came = result.values().get(i).value();
      assertThat(result.values().get(i).name()).isEqualTo(sends.get(i).name());
      assertThat(came.dtype()).isEqualTo(dtype);
      assertThat(came.shape()).isEqualTo(sent.shape());
      assertThat(Buffer.mismatch(sent.buffer(), 0, came.buffer(), 0, sent.byteSize()))
          .isEqualTo(-1);
    }
    result.release();
    sends.forEach(named -> named.value().buffer().release());
    Leaks.assertInUse(allocator, 0);
  }

  private Tensor numbers(DType dtype, Shape shape) {
    Tensor tensor = Tensor.allocate(allocator, dtype, shape, "a test");
    for (long i = 0; i < tensor.byteSize(); i++) {
      byte value = (byte) (i * 31 + 7);
      tensor.buffer().setByte(i, dtype == DType.BOOL ? (byte) (value & 1) : value);
    }
    return tensor.freeze();
  }

  @Test
  void stringsComeBackAsTheyWere() {
    Tensor strings =
        Tensors.ofStrings(
            Shape.of(2, 2), new byte[0], new byte[] {-1, 0, 1}, new byte[5000], new byte[] {65});
    StepResult result =
        get(
            loopback
                .worker()
                .runGraph(
                    request(
                        List.of(
                            new NamedValue("s", strings),
                            new NamedValue("one", Tensors.scalar("x")))),
                    LIMIT));
    Tensor came = result.values().getFirst().value();
    assertThat(came.shape()).isEqualTo(Shape.of(2, 2));
    for (int i = 0; i < 4; i++) {
      assertThat(came.getBytes(i)).isEqualTo(strings.getBytes(i));
    }
    assertThat(result.values().get(1).value().getString(0)).isEqualTo("x");
    result.release();
  }

  @Test
  void resourceHandlesComeBackAsTheyWere() {
    ResourceHandle handle =
        new ResourceHandle(
            "/job:ps/replica:0/task:0/device:CPU:0",
            "localhost",
            "w",
            -77,
            "Var",
            List.of(new ResourceHandle.TypeAndShape(DType.FLOAT32, Shape.of(2, -1))));
    Tensor handles = Tensor.allocate(DType.RESOURCE, Shape.scalar());
    handles.setObject(0, handle);
    StepResult result =
        get(
            loopback
                .worker()
                .runGraph(request(List.of(new NamedValue("h", handles.freeze()))), LIMIT));
    assertThat(result.values().getFirst().value().getObject(0)).isEqualTo(handle);
    result.release();
  }

  @Test
  void largeTensorsComeWholeAndNothingStays() {
    Tensor large = numbers(DType.FLOAT32, Shape.of(5, 1 << 20));
    loopback.fakeWorker.onReceive =
        request -> CompletableFuture.completedFuture(new ReceivedTensor(large.retained()));
    for (int i = 0; i < 3; i++) {
      ReceivedTensor came =
          get(loopback.worker().receiveTensor(new ReceiveTensor(1, "k", 0), LIMIT));
      Tensor tensor = came.tensor();
      assertThat(tensor).isNotNull();
      assertThat(Buffer.mismatch(large.buffer(), 0, tensor.buffer(), 0, large.byteSize()))
          .isEqualTo(-1);
      came.release();
    }
    large.buffer().release();
    Leaks.assertInUse(allocator, 0);
  }

  private static RunGraph request(List<NamedValue> sends) {
    return new RunGraph("s", "g", 1, sends, List.of(), false, false, false, 0);
  }
}
