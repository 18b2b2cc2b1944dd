package dev.weir.tensor.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class TestBuffer {
  private final CachingAllocator allocator = new CachingAllocator(16 << 20);

  @Test
  void lastReleaseGivesTheBytesBack() {
    Buffer buffer = allocator.allocate(4096, "test");
    buffer.retain();
    assertThat(buffer.isExclusive()).isFalse();
    buffer.release();
    assertThat(buffer.isExclusive()).isTrue();
    assertThat(allocator.usage().inUse()).isEqualTo(4096);
    buffer.release();
    assertThat(allocator.usage().inUse()).isZero();
  }

  @Test
  void anyUseAfterTheLastReleaseFails() {
    Buffer buffer = allocator.allocate(4096, "MatMul \"a\"");
    buffer.release();
    Stream<Runnable> uses =
        Stream.of(
            buffer::segment,
            () -> buffer.getFloat(0),
            () -> buffer.setLong(0, 1),
            () -> buffer.fill(0, 1, (byte) 0),
            () -> buffer.window(0, 8),
            () -> buffer.copyFromArray(new int[1], 0, 0, 1),
            buffer::retain,
            buffer::release,
            buffer::releaseTainted,
            buffer::requireHeld);
    uses.forEach(
        use ->
            assertThatThrownBy(use::run)
                .isInstanceOf(WeirException.class)
                .hasMessageStartingWith("the buffer of MatMul \"a\" was given back and is ")
                .extracting(e -> ((WeirException) e).code())
                .isEqualTo(ErrorCode.FAILED_PRECONDITION));
    assertThat(allocator.usage().inUse()).isZero();
  }

  @Test
  void doubleReleaseDoesNotTakeTheBytesFromTheirNextHolder() {
    Buffer first = allocator.allocate(4096, "first");
    first.release();
    Buffer second = allocator.allocate(4096, "second");
    assertThatThrownBy(first::release).isInstanceOf(WeirException.class);
    assertThat(second.isExclusive()).isTrue();
    second.setInt(0, 7);
    assertThat(second.getInt(0)).isEqualTo(7);
  }

  @Test
  void referencesCountedByManyThreadsEndAtZeroOnce() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int round = 0; round < 200; round++) {
        Buffer buffer = allocator.allocate(1000, "shared");
        Callable<Void> user =
            () -> {
              for (int i = 0; i < 50; i++) {
                buffer.retain();
                buffer.release();
              }
              buffer.release();
              return null;
            };
        buffer.retain().retain().retain();
        for (var done : threads.invokeAll(List.of(user, user, user, user))) {
          done.get();
        }
        assertThat(allocator.usage().inUse()).isZero();
      }
    }
  }

  @Test
  void tinyBuffersAreNotCounted() {
    Buffer tiny = allocator.allocate(8, "scalar");
    assertThat(tiny.isCounted()).isFalse();
    assertThat(tiny.isExclusive()).isFalse();
    tiny.setLong(0, 5);
    tiny.release();
    tiny.release();
    assertThat(tiny.getLong(0)).isEqualTo(5);
  }

  @Test
  void bufferLeftToTheCollectorIsNotExclusive() {
    Buffer buffer = allocator.allocate(4096, "test");
    assertThat(buffer.leaveToCollector()).isSameAs(buffer);
    assertThat(buffer.isExclusive()).isFalse();
    buffer.release();
    assertThat(allocator.usage().inUse()).isZero();
  }

  @Test
  void taintedBytesAreNotHandedOutAgainWhileAWriterReachesThem() {
    long tainted = releaseTaintedAndCheck();
    long deadline = System.nanoTime() + 10_000_000_000L;
    while (allocator.usage().inUse() > 0 && System.nanoTime() < deadline) {
      System.gc();
      Reclaimable.reclaimAll();
    }
    assertThat(allocator.usage()).isEqualTo(new Allocator.Usage(0, 8192, 16 << 20, 8192));
    Buffer one = allocator.allocate(4096, "one");
    Buffer other = allocator.allocate(4096, "other");
    assertThat(List.of(one.segment().address(), other.segment().address())).contains(tainted);
  }

  /** A writer is a thread that reaches the buffer. Returns the address of its bytes. */
  private long releaseTaintedAndCheck() {
    Buffer buffer = allocator.allocate(4096, "test");
    long address = buffer.segment().address();
    buffer.releaseTainted();
    assertThatThrownBy(() -> buffer.setByte(0, (byte) 1)).hasMessageContaining("given back");
    System.gc();
    allocator.trim();
    assertThat(allocator.usage()).isEqualTo(new Allocator.Usage(4096, 0, 16 << 20, 4096));
    Buffer next = allocator.allocate(4096, "next");
    assertThat(next.segment().address()).isNotEqualTo(address);
    next.release();
    Reference.reachabilityFence(buffer);
    return address;
  }

  @Test
  void closingATensorThatItsUserCouldWriteToTaintsItsBytes() {
    Tensor tensor = Tensor.allocate(DType.FLOAT32, Shape.of(1000));
    Buffer buffer = tensor.buffer();
    long address = buffer.segment().address();
    tensor.freeze().close();
    assertThatThrownBy(() -> buffer.getByte(0)).hasMessageContaining("given back");
    Tensor whole = Tensors.zeros(DType.FLOAT32, Shape.of(1000));
    long reusable = whole.buffer().segment().address();
    assertThat(reusable).isNotEqualTo(address);
    whole.close();
    assertThat(Tensors.zeros(DType.FLOAT32, Shape.of(1000)).buffer().segment().address())
        .isEqualTo(reusable);
    Reference.reachabilityFence(buffer);
  }

  @Test
  void whatAUserIsToFillHasZerosBeforeThat() {
    for (int size : new int[] {10, 1000, 1 << 20}) {
      Shape shape = Shape.of(size);
      Tensors.fill(DType.INT8, shape, 7L).close();
      Tensor tensor = Tensor.allocate(DType.INT8, shape);
      for (int i = 0; i < size; i++) {
        assertThat(tensor.getLong(i) == 0).isTrue();
      }
    }
  }

  @Test
  void copiesBuffersOfEitherByteOrder() {
    FloatBuffer big = ByteBuffer.allocateDirect(12).order(ByteOrder.BIG_ENDIAN).asFloatBuffer();
    FloatBuffer little = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    for (FloatBuffer source : new FloatBuffer[] {big, little, FloatBuffer.allocate(3)}) {
      source.put(new float[] {1, 2, 3}).position(1);
      Buffer buffer = allocator.allocate(64, "test");
      buffer.copyFromNioBuffer(source.asReadOnlyBuffer(), 4);
      assertThat(buffer.getFloat(1)).isEqualTo(2);
      assertThat(buffer.getFloat(2)).isEqualTo(3);
      assertThat(source.position()).isEqualTo(1);
    }
  }

  @Test
  void copiesArraysOfEveryPrimitiveTypeThatIsANumber() {
    Object[] arrays = {
      new byte[] {1, 2},
      new short[] {1, 2},
      new int[] {1, 2},
      new long[] {1, 2},
      new float[] {1, 2},
      new double[] {1, 2}
    };
    Buffer buffer = allocator.allocate(64, "test");
    for (Object array : arrays) {
      buffer.copyFromArray(array, 0, 16, 2);
      Object back = Array.newInstance(array.getClass().getComponentType(), 2);
      buffer.copyToArray(16, back, 0, 2);
      assertThat(back).isEqualTo(array);
    }
    assertThatThrownBy(() -> buffer.copyFromArray(new char[1], 0, 0, 1))
        .hasMessage("char[] is not an array of numbers");
  }

  @Test
  void mismatchIsTheFirstDifferentByte() {
    Buffer a = allocator.allocate(1000, "a");
    Buffer b = allocator.allocate(1000, "b");
    a.fill(0, 1000, (byte) 3);
    b.fill(0, 1000, (byte) 3);
    assertThat(Buffer.mismatch(a, 0, b, 0, 1000)).isEqualTo(-1);
    b.setByte(777, (byte) 4);
    assertThat(Buffer.mismatch(a, 0, b, 0, 1000)).isEqualTo(777);
    assertThat(Buffer.mismatch(a, 700, b, 700, 100)).isEqualTo(77);
  }
}
