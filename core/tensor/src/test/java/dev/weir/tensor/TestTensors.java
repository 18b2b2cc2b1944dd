package dev.weir.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TestTensors {
  @Test
  void makesTensorsOfJavaValues() {
    assertThat(Tensors.scalar(1.5f)).hasToString("float32[] 1.5");
    assertThat(Tensors.scalar(1.5)).hasToString("float64[] 1.5");
    assertThat(Tensors.scalar(-3)).hasToString("int32[] -3");
    assertThat(Tensors.scalar(1L << 40)).hasToString("int64[] 1099511627776");
    assertThat(Tensors.scalar(true)).hasToString("bool[] true");
    assertThat(Tensors.scalar("é")).hasToString("string[] \"é\"");
    assertThat(Tensors.of(Shape.of(2, 1), 1, 2)).hasToString("int32[2,1]\n[[1],\n [2]]");
    assertThat(Tensors.ofComplex(DType.COMPLEX64, Shape.of(2), 1, 2, 0, -1.5))
        .hasToString("complex64[2] [1+2i, 0-1.5i]");
    assertThat(Tensors.ofStrings(Shape.of(2), new byte[] {-1}, new byte[0]))
        .hasToString("string[2] [\"\\xff\", \"\"]");
    assertThat(Tensors.scalar(1f).isFrozen()).isTrue();
  }

  @Test
  void countsMustAgree() {
    assertThatThrownBy(() -> Tensors.of(Shape.of(2, 2), 1f, 2f, 3f))
        .hasMessage("float32[2,2] needs 4 values, got 3");
    assertThatThrownBy(() -> Tensors.ofComplex(DType.COMPLEX64, Shape.of(2), 1, 2, 3))
        .hasMessage("complex64[2] needs 4 parts of numbers, got 3");
  }

  @Test
  void readsNestedArraysOfAnyRank() {
    assertThat(Tensors.ofArray(new float[][] {{1, 2}, {3, 4}}))
        .hasToString("float32[2,2]\n[[1.0, 2.0],\n [3.0, 4.0]]");
    assertThat(Tensors.ofArray(new long[][][] {{{1}}, {{2}}}).shape()).isEqualTo(Shape.of(2, 1, 1));
    assertThat(Tensors.ofArray(new boolean[] {true, false})).hasToString("bool[2] [true, false]");
    assertThat(Tensors.ofArray(new byte[] {-1})).hasToString("int8[1] [-1]");
    assertThat(Tensors.ofArray(new short[][] {{7}})).hasToString("int16[1,1]\n[[7]]");
    assertThat(Tensors.ofArray(new Double[] {1.0, 2.0})).hasToString("float64[2] [1.0, 2.0]");
    assertThat(Tensors.ofArray(new String[][] {{"a", "b"}}))
        .hasToString("string[1,2]\n[[\"a\", \"b\"]]");
    assertThat(Tensors.ofArray(new int[3][0])).hasToString("int32[3,0] []");
    assertThat(Tensors.ofArray(new int[0][])).hasToString("int32[0,0] []");
    assertThat(Tensors.ofArray(5)).hasToString("int32[] 5");
  }

  @Test
  void raggedArraysAreRefusedWithThePosition() {
    assertThatThrownBy(() -> Tensors.ofArray(new int[][][] {{{1}, {2}}, {{3}, {4, 5}}}))
        .hasMessage(
            "all arrays at a depth must have the same length: the one at [1,1] has 2 elements, the"
                + " one at [0,0] has 1");
    assertThatThrownBy(() -> Tensors.ofArray(new Integer[][] {{1, null}}))
        .hasMessage("the element at [0,1] is null");
    assertThatThrownBy(() -> Tensors.ofArray(new float[][] {{1}, null}))
        .hasMessage("the element at [1] is null");
    assertThatThrownBy(() -> Tensors.ofArray(new char[] {'a'}))
        .hasMessage("a tensor cannot be made of elements of the class char");
  }

  @Test
  void readsNestedLists() {
    assertThat(Tensors.ofList(DType.FLOAT16, List.of(List.of(1, 2.5), List.of(3L, 4f))))
        .hasToString("float16[2,2]\n[[1.0, 2.5],\n [3.0, 4.0]]");
    assertThat(
            Tensors.ofList(
                DType.UINT64, List.of(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE))))
        .hasToString("uint64[1] [18446744073709551615]");
    assertThat(Tensors.ofList(DType.STRING, List.of("a", new byte[] {0})))
        .hasToString("string[2] [\"a\", \"\\x00\"]");
    assertThat(Tensors.ofList(DType.BOOL, List.of(true))).hasToString("bool[1] [true]");
    assertThat(Tensors.ofList(DType.COMPLEX128, List.of(new double[] {1, 2}, 3)))
        .hasToString("complex128[2] [1+2i, 3+0i]");
    assertThat(Tensors.ofList(DType.INT32, List.of(3.0))).hasToString("int32[1] [3]");
    assertThat(Tensors.ofList(DType.INT32, List.of(List.of(), List.of())))
        .hasToString("int32[2,0] []");
  }

  @Test
  void raggedListsAreRefusedWithThePositionAndBothLengths() {
    assertThatThrownBy(() -> Tensors.ofList(DType.INT32, List.of(List.of(1, 2), List.of(1, 2, 3))))
        .hasMessage(
            "all lists at a depth must have the same length: the one at [1] has 3 elements, the one"
                + " at [0] has 2");
    assertThatThrownBy(() -> Tensors.ofList(DType.INT32, List.of(List.of(1), 2)))
        .hasMessage(
            "the element at [1] is the Integer 2, but the first one at that depth is a list");
    assertThatThrownBy(() -> Tensors.ofList(DType.INT32, List.of(1, List.of(2))))
        .hasMessage("the element at [1] is a list, but the first one at that depth is not");
  }

  @Test
  void listElementsMustFitTheType() {
    assertThatThrownBy(() -> Tensors.ofList(DType.INT8, List.of(1, 128)))
        .hasMessage("the element at [1] is 128, which int8 cannot hold");
    assertThatThrownBy(() -> Tensors.ofList(DType.UINT8, List.of(-1)))
        .hasMessage("the element at [0] is -1, which uint8 cannot hold");
    assertThatThrownBy(() -> Tensors.ofList(DType.INT64, List.of(List.of(1.5))))
        .hasMessage("the element at [0,0] is 1.5, which int64 cannot hold");
    assertThatThrownBy(() -> Tensors.ofList(DType.INT64, List.of(Double.NaN)))
        .hasMessage("the element at [0] is NaN, which int64 cannot hold");
    assertThatThrownBy(() -> Tensors.ofList(DType.FLOAT32, List.of("x")))
        .hasMessage("the element at [0] is the String x, not a Number for float32");
    assertThatThrownBy(() -> Tensors.ofList(DType.BOOL, Arrays.asList(true, null)))
        .hasMessage("the element at [1] is null, not a Boolean for bool");
  }

  @Test
  void readsBuffersOfNumbers() {
    Shape two = Shape.of(2);
    assertThat(Tensors.of(two, FloatBuffer.wrap(new float[] {1, 2})))
        .hasToString("float32[2] [1.0, 2.0]");
    assertThat(Tensors.of(two, DoubleBuffer.wrap(new double[] {1, 2})))
        .hasToString("float64[2] [1.0, 2.0]");
    assertThat(Tensors.of(two, IntBuffer.wrap(new int[] {1, 2}))).hasToString("int32[2] [1, 2]");
    assertThat(Tensors.of(two, LongBuffer.wrap(new long[] {1, 2}))).hasToString("int64[2] [1, 2]");
    assertThat(Tensors.of(two, ShortBuffer.wrap(new short[] {1, 2})))
        .hasToString("int16[2] [1, 2]");
    assertThat(Tensors.of(two, ByteBuffer.wrap(new byte[] {1, 2}))).hasToString("int8[2] [1, 2]");
    ShortBuffer half = ByteBuffer.allocate(2).order(ByteOrder.BIG_ENDIAN).asShortBuffer();
    half.put(0, Float16.fromFloat(1.5f));
    assertThat(Tensors.ofBuffer(DType.FLOAT16, Shape.scalar(), half)).hasToString("float16[] 1.5");
    assertThatThrownBy(() -> Tensors.ofBuffer(DType.FLOAT64, Shape.scalar(), half))
        .hasMessage("an element of float64 takes 8 bytes, one of the buffer 2");
    assertThatThrownBy(() -> Tensors.of(two, FloatBuffer.allocate(3)))
        .hasMessage("float32[2] needs 2 values, got 3");
  }

  @Test
  void readsRawBytes() {
    ByteBuffer bytes = ByteBuffer.wrap(new byte[] {0, 0, (byte) 0x80, 0x3f, 9}).limit(4);
    assertThat(Tensors.ofBytes(DType.FLOAT32, Shape.scalar(), bytes)).hasToString("float32[] 1.0");
    assertThat(bytes.position()).isZero();
    assertThatThrownBy(() -> Tensors.ofBytes(DType.INT64, Shape.scalar(), bytes))
        .hasMessage("int64[] needs 8 bytes, got 4");
    assertThatThrownBy(
            () -> Tensors.ofBytes(DType.BOOL, Shape.of(2), ByteBuffer.wrap(new byte[] {1, 2})))
        .hasMessage("a bool is the byte 0 or 1, but byte 1 is 2");
    assertThatThrownBy(() -> Tensors.ofBytes(DType.STRING, Shape.scalar(), bytes))
        .hasMessage("a string tensor cannot be made of raw bytes");
  }

  @Test
  void fillsEveryElementOfEveryType() {
    for (DType dtype : DType.values()) {
      if (dtype.isObject()) {
        continue;
      }
      for (int n : new int[] {0, 1, 2, 3, 7, 1000}) {
        Tensor ones = Tensors.ones(dtype, Shape.of(n));
        Tensor zeros = Tensors.zeros(dtype, Shape.of(n));
        for (int i = 0; i < n; i++) {
          assertThat(ones.getDouble(i) == 1 && zeros.getDouble(i) == 0).isTrue();
        }
      }
    }
    assertThat(Tensors.fill(DType.BFLOAT16, Shape.of(2), 0.5))
        .hasToString("bfloat16[2] [0.5, 0.5]");
    assertThat(Tensors.zeros(DType.STRING, Shape.of(1))).hasToString("string[1] [\"\"]");
  }
}
