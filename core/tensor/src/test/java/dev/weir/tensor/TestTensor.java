package dev.weir.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Buffer;
import dev.weir.tensor.memory.CachingAllocator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class TestTensor {
  private final CachingAllocator allocator = new CachingAllocator(16 << 20);

  @Test
  void writesUntilItIsFrozen() {
    Tensor t = Tensor.allocate(DType.FLOAT32, Shape.of(2));
    t.setFloat(0, 1.5f);
    t.setDouble(1, 2.5);
    assertThat(t.isFrozen()).isFalse();
    t.freeze();
    assertThat(t.getFloat(0)).isEqualTo(1.5f);
    assertThat(t.getDouble(1)).isEqualTo(2.5);
    assertThatThrownBy(() -> t.setFloat(0, 1)).hasMessage("float32[2] is read-only");
    assertThatThrownBy(() -> t.copyFrom(t, 0, 1, 1)).hasMessage("float32[2] is read-only");
    assertThatThrownBy(() -> t.reshaped(Shape.of(1, 2)).setFloat(0, 1))
        .hasMessage("float32[1,2] is read-only");
    assertThatThrownBy(() -> t.asByteBuffer().put(0, (byte) 1))
        .isInstanceOf(java.nio.ReadOnlyBufferException.class);
  }

  @Test
  void positionsOutsideAreRefusedForAllTypes() {
    Tensor numbers = Tensors.vector(1f, 2f);
    Tensor strings = Tensors.vector("a", "b");
    for (long i : new long[] {-1, 2, 1L << 32, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> numbers.getFloat(i))
          .hasMessage("there is no element %d in float32[2], which has 2", i)
          .extracting(e -> ((WeirException) e).code())
          .isEqualTo(ErrorCode.OUT_OF_RANGE);
      assertThatThrownBy(() -> strings.getBytes(i))
          .hasMessage("there is no element %d in string[2], which has 2", i);
    }
  }

  @Test
  void elementsOfAnotherTypeAreRefused() {
    assertThatThrownBy(() -> Tensors.vector(1f).getLong(0))
        .hasMessage("a float32 is not an integer");
    assertThatThrownBy(() -> Tensors.vector(1f).getBoolean(0))
        .hasMessage("float32[1] holds no bool");
    assertThatThrownBy(() -> Tensors.vector(1f).getBytes(0))
        .hasMessage("float32[1] holds no string");
    assertThatThrownBy(() -> Tensors.vector(1f).getObject(0))
        .hasMessage("float32[1] holds no objects");
    assertThatThrownBy(() -> Tensors.vector("a").getDouble(0))
        .hasMessage("a string is not an integer");
    assertThatThrownBy(() -> Tensors.scalar(1L << 40).getInt(0))
        .hasMessage("element 0 of int64[] is 1099511627776, too large for an int");
  }

  @Test
  void resourceThatWasNeverSetIsNamed() {
    Tensor t = Tensor.allocate(DType.RESOURCE, Shape.of(2));
    assertThatThrownBy(() -> t.getObject(1)).hasMessage("element 1 of resource[2] was never set");
  }

  @Test
  void copiesWithinBoundsOnly() {
    Tensor source = Tensors.vector(1, 2, 3);
    Tensor target = Tensor.allocate(DType.INT32, Shape.of(4));
    target.copyFrom(source, 1, 2, 2);
    assertThat(target.getInt(2)).isEqualTo(2);
    assertThat(target.getInt(3)).isEqualTo(3);
    // The buffers themselves are larger than the tensors.
    assertThatThrownBy(() -> target.copyFrom(source, 1, 0, 3))
        .hasMessage("there are no 3 elements from 1 on in int32[3], which has 3");
    assertThatThrownBy(() -> target.copyFrom(source, 0, 2, 3))
        .hasMessage("there are no 3 elements from 2 on in int32[4], which has 4");
    assertThatThrownBy(() -> target.copyFrom(Tensors.vector(1f), 0, 0, 1))
        .hasMessage("cannot copy elements of float32[1] to int32[4]");
  }

  @Test
  void sharesItsBufferUnderAnotherShapeOrType() {
    Tensor t = Tensor.allocate(allocator, DType.FLOAT32, Shape.of(300), "t");
    t.setFloat(299, 1);
    Tensor reshaped = t.reshaped(Shape.of(30, 10));
    Tensor bits = t.reinterpreted(DType.INT32, Shape.of(300));
    assertThat(reshaped.getFloat(299)).isEqualTo(1);
    assertThat(bits.getInt(299)).isEqualTo(Float.floatToIntBits(1));
    assertThat(t.buffer().isExclusive()).isFalse();
    reshaped.buffer().release();
    bits.buffer().release();
    assertThat(t.buffer().isExclusive()).isTrue();
    assertThatThrownBy(() -> t.reshaped(Shape.of(299)))
        .hasMessage("float32[300] and float32[299] differ in size");
    assertThatThrownBy(() -> Tensors.vector("a").reinterpreted(DType.RESOURCE, Shape.of(1)))
        .hasMessage("string[1] and resource[1] differ in size");
  }

  @Test
  void unknownOrOversizedShapesAreRefused() {
    assertThatThrownBy(() -> Tensor.allocate(DType.FLOAT32, Shape.of(-1)))
        .hasMessage("float32[?] is not fully known");
    Buffer buffer = allocator.allocate(64, "b");
    assertThatThrownBy(() -> Tensor.over(DType.FLOAT32, Shape.of(17), buffer))
        .hasMessage("float32[17] does not fit in 64 bytes");
    assertThatThrownBy(() -> Tensor.over(DType.FLOAT32, Shape.unknown(), buffer))
        .hasMessage("float32<unknown> is not fully known");
    assertThatThrownBy(() -> Tensor.allocate(DType.STRING, Shape.of(1L << 40)))
        .hasMessageEndingWith("string[1099511627776] is too large for elements on the heap");
  }

  @Test
  void closingGivesTheMemoryBackAndEndsEveryUse() {
    for (long elements : new long[] {2, 1000}) {
      Tensor t = Tensor.allocate(allocator, DType.FLOAT32, Shape.of(elements), "t").collected();
      long before = allocator.usage().inUse();
      t.close();
      t.close();
      assertThat(allocator.usage().inUse()).isEqualTo(before - (elements == 2 ? 0 : 4096));
      Stream.<Runnable>of(
              () -> t.getFloat(0),
              () -> t.getDouble(0),
              t::buffer,
              t::asByteBuffer,
              t::retained,
              t::shared,
              t::collected,
              () -> t.reshaped(t.shape()),
              () -> t.floats(),
              () -> TensorViews.floats(t))
          .forEach(
              use ->
                  assertThatThrownBy(use::run)
                      .hasMessage("float32[%d] was used after it was closed", elements)
                      .extracting(e -> ((WeirException) e).code())
                      .isEqualTo(ErrorCode.FAILED_PRECONDITION));
      assertThat(t).hasToString("float32[" + elements + "] (closed)");
      assertThat(t.dtype()).isEqualTo(DType.FLOAT32);
    }
    Tensor strings = Tensors.vector("a");
    strings.close();
    assertThatThrownBy(() -> strings.getString(0))
        .hasMessage("string[1] was used after it was closed");
  }

  @Test
  void sharedTensorIsNotDisturbedByClosing() {
    Tensor t = Tensor.allocate(allocator, DType.INT32, Shape.of(1000), "t").collected();
    Tensor fed = t.shared();
    t.close();
    assertThat(fed.getInt(999)).isEqualTo(fed.getInt(999));
    assertThat(allocator.usage().inUse()).isEqualTo(4096);
    fed.close();
    assertThat(allocator.usage().inUse()).isZero();
  }

  @Test
  void collectedTensorLeavesItsOriginToOthers() {
    Tensor variable = Tensor.allocate(allocator, DType.INT32, Shape.of(1000), "variable");
    Tensor fetched = variable.retained().collected();
    assertThat(fetched.isFrozen()).isTrue();
    fetched.close();
    variable.setLong(0, 5);
    assertThat(variable.getInt(0)).isEqualTo(5);
  }

  @Test
  void stepsTensorFailsAfterItsBufferIsReleased() {
    Tensor t = Tensor.allocate(allocator, DType.INT32, Shape.of(1000), "Add \"sum\"");
    t.buffer().release();
    assertThatThrownBy(() -> t.getInt(0))
        .hasMessage("the buffer of Add \"sum\" was given back and is used again");
  }

  @Test
  void holdsResourceHandles() {
    ResourceHandle handle =
        new ResourceHandle(
            "/job:localhost/replica:0/task:0/device:CPU:0",
            "localhost",
            "w",
            7,
            "Var",
            List.of(new ResourceHandle.TypeAndShape(DType.FLOAT32, Shape.of(2, -1))));
    Tensor t = Tensor.allocate(DType.RESOURCE, Shape.scalar());
    t.setObject(0, handle);
    assertThat(t.getObject(0)).isSameAs(handle);
    assertThat(t)
        .hasToString(
            "resource[] <localhost/w on /job:localhost/replica:0/task:0/device:CPU:0, Var of"
                + " float32[2,?]>");
  }
}
