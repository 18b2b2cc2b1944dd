package dev.weir.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

final class TestTensorArrays {
  @Test
  void copiesOutWithConversion() {
    Tensor t = Tensors.of(Shape.of(2, 2), 1, 2, 3, -4);
    assertThat(TensorArrays.toIntArray(t)).containsExactly(1, 2, 3, -4);
    assertThat(TensorArrays.toLongArray(t)).containsExactly(1, 2, 3, -4);
    assertThat(TensorArrays.toFloatArray(t)).containsExactly(1, 2, 3, -4);
    assertThat(TensorArrays.toDoubleArray(t)).containsExactly(1, 2, 3, -4);
    assertThat(TensorArrays.toByteArray(t)).hasSize(16).startsWith(1, 0, 0, 0, 2);
    assertThat(TensorArrays.toFloatArray(Tensors.vector(1.5f))).containsExactly(1.5f);
    assertThat(TensorArrays.toDoubleArray(Tensors.vector(1.5))).containsExactly(1.5);
    assertThat(TensorArrays.toLongArray(Tensors.vector(5L))).containsExactly(5);
    assertThat(TensorArrays.toBooleanArray(Tensors.vector(true, false)))
        .containsExactly(true, false);
    assertThat(TensorArrays.toStringArray(Tensors.vector("a", "é"))).containsExactly("a", "é");
    assertThat(TensorArrays.toBytesArray(Tensors.vector("a"))[0]).containsExactly('a');
    assertThatThrownBy(() -> TensorArrays.toIntArray(Tensors.vector(1L << 33)))
        .hasMessage("element 0 of int64[1] is 8589934592, too large for an int");
    assertThatThrownBy(() -> TensorArrays.toByteArray(Tensors.vector("a")))
        .hasMessage("a string tensor has no bytes to copy");
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
