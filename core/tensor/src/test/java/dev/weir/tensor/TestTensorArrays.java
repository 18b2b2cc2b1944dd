package dev.weir.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

final class TestTensorArrays {
  @Test
  void copiesOutWithConversion() {
    Tensor t = Tensors.of(Shape.of(2, 2), 1, 2, 3, -4);
    assertThat(t.ints()).containsExactly(1, 2, 3, -4);
    assertThat(t.longs()).containsExactly(1, 2, 3, -4);
    assertThat(t.floats()).containsExactly(1, 2, 3, -4);
    assertThat(t.doubles()).containsExactly(1, 2, 3, -4);
    assertThat(TensorArrays.toByteArray(t)).hasSize(16).startsWith(1, 0, 0, 0, 2);
    assertThat(Tensors.vector(1.5f).floats()).containsExactly(1.5f);
    assertThat(Tensors.vector(1.5).doubles()).containsExactly(1.5);
    assertThat(Tensors.vector(5L).longs()).containsExactly(5);
    assertThat(Tensors.vector(true, false).booleans()).containsExactly(true, false);
    assertThat(Tensors.vector("a", "é").strings()).containsExactly("a", "é");
    assertThat(TensorArrays.toBytesArray(Tensors.vector("a"))[0]).containsExactly('a');
    assertThatThrownBy(() -> Tensors.vector(1L << 33).ints())
        .hasMessage("element 0 of int64[1] is 8589934592, too large for an int");
    assertThatThrownBy(() -> TensorArrays.toByteArray(Tensors.vector("a")))
        .hasMessage("a string tensor has no bytes to copy");
  }

  @Test
  void arraysOfAnotherKindAreRefused() {
    assertThatThrownBy(() -> Tensors.of(Shape.of(1, 2), 1f, 2f).ints())
        .hasMessage("float32[1,2] holds no integers");
    assertThatThrownBy(() -> Tensors.vector(1.0).longs())
        .hasMessage("float64[1] holds no integers");
    assertThatThrownBy(() -> Tensors.vector("a").floats()).hasMessage("string[1] holds no numbers");
    assertThatThrownBy(() -> Tensors.vector(1f).booleans()).hasMessageContaining("float32[1]");
    assertThatThrownBy(() -> Tensors.vector(1f).strings()).hasMessageContaining("float32[1]");
  }

  @Test
  void scalarsAreReadByType() {
    assertThat(Tensors.scalar(1.5f).scalarFloat()).isEqualTo(1.5f);
    assertThat(Tensors.vector(1.5).scalarDouble()).isEqualTo(1.5);
    assertThat(Tensors.scalar(7).scalarInt()).isEqualTo(7);
    assertThat(Tensors.scalar(7L).scalarLong()).isEqualTo(7);
    assertThat(Tensors.scalar(true).scalarBoolean()).isTrue();
    assertThat(Tensors.scalar("é").scalarString()).isEqualTo("é");
  }

  @Test
  void scalarsOfAnotherKindAreRefused() {
    assertThatThrownBy(() -> Tensors.vector(1f, 2f).scalarFloat())
        .hasMessage("float32[2] has 2 elements, not one; read it with get or as an array");
    assertThatThrownBy(() -> Tensors.scalar(1f).scalarInt())
        .hasMessage("float32[] holds no integers");
    assertThatThrownBy(() -> Tensors.scalar("a").scalarDouble())
        .hasMessage("string[] holds no numbers");
    assertThatThrownBy(() -> Tensors.scalar(1f).scalarBoolean()).hasMessageContaining("float32[]");
  }

  @Test
  void nestedArraysHaveTheTensorsShape() {
    float[][] floats = {{1, 2, 3}, {4, 5, 6}};
    assertThat(TensorArrays.toNestedArray(Tensors.ofArray(floats))).isEqualTo(floats);
    long[][][] longs = {{{1, 2}}, {{3, 4}}};
    assertThat(TensorArrays.toNestedArray(Tensors.ofArray(longs))).isEqualTo(longs);
    String[][] strings = {{"a"}, {"b"}};
    assertThat(TensorArrays.toNestedArray(Tensors.ofArray(strings))).isEqualTo(strings);
    boolean[] booleans = {true, false};
    assertThat(TensorArrays.toNestedArray(Tensors.ofArray(booleans))).isEqualTo(booleans);
    assertThat(TensorArrays.toNestedArray(Tensors.zeros(DType.UINT8, Shape.of(2, 0))))
        .isEqualTo(new int[2][0]);
    assertThat(TensorArrays.toNestedArray(Tensors.scalar(2.5))).isEqualTo(2.5);
    assertThatThrownBy(
            () -> TensorArrays.toNestedArray(Tensors.zeros(DType.COMPLEX64, Shape.of(1))))
        .hasMessage("no Java array type holds the elements of complex64[1]");
  }

  @Test
  void viewsShowTheSameMemory() {
    Tensor t = Tensor.allocate(DType.FLOAT32, Shape.of(3));
    var view = TensorViews.floats(t);
    t.setFloat(2, 9);
    assertThat(view.remaining()).isEqualTo(3);
    assertThat(view.get(2)).isEqualTo(9);
    assertThat(view.isReadOnly()).isTrue();
    assertThat(t.asByteBuffer().order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
    assertThat(t.asByteBuffer(2, 1).getFloat(0)).isEqualTo(9);
    assertThat(TensorViews.doubles(Tensors.vector(2.0)).get(0)).isEqualTo(2);
    assertThat(TensorViews.ints(Tensors.vector(3)).get(0)).isEqualTo(3);
    assertThat(TensorViews.longs(Tensors.vector(4L)).get(0)).isEqualTo(4);
    assertThat(TensorViews.shorts(Tensors.ones(DType.BFLOAT16, Shape.of(1))).get(0))
        .isEqualTo((short) 0x3F80);
    assertThat(TensorViews.floats(Tensors.ones(DType.COMPLEX64, Shape.of(2))).remaining())
        .isEqualTo(4);
  }

  @Test
  void viewsOfAnotherTypeOrRangeAreRefused() {
    assertThatThrownBy(() -> TensorViews.ints(Tensors.vector(1f)))
        .hasMessage("float32[1] cannot be viewed as int32");
    assertThatThrownBy(() -> Tensors.vector("a").asByteBuffer())
        .hasMessage("a string tensor has no bytes to view");
    assertThatThrownBy(() -> Tensors.vector(1f, 2f).asByteBuffer(1, 2))
        .hasMessage("there are no 2 elements from 1 on in float32[2], which has 2");
  }

  @Test
  void viewsFailOnceTheTensorIsClosed() {
    Tensor t = Tensors.vector(1f, 2f);
    var view = TensorViews.floats(t);
    assertThat(view.get(1)).isEqualTo(2);
    t.close();
    assertThatThrownBy(() -> view.get(1)).isInstanceOf(IllegalStateException.class);
  }
}
