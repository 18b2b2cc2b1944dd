package dev.weir.graph.graphdef;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.schema.TensorProto;
import dev.weir.tensor.DType;
import dev.weir.tensor.ResourceHandle;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TestTensorFiles {
  private static Tensor read(String text) {
    try {
      return new TensorReader(new Expansion()).read(TextFormat.parse(text, TensorProto.class));
    } catch (TextFormat.ParseException e) {
      throw new AssertionError(e);
    }
  }

  private static String shape(long... sizes) {
    StringBuilder text = new StringBuilder(" tensor_shape {");
    for (long size : sizes) {
      text.append(" dim { size: ").append(size).append(" }");
    }
    return text.append(" }").toString();
  }

  private static double[] doubles(Tensor tensor) {
    double[] values = new double[(int) tensor.elements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = tensor.getDouble(i);
    }
    return values;
  }

  @Test
  void theLastValueIsRepeated() {
    assertThat(doubles(read("dtype: DT_FLOAT float_val: [1, 2]" + shape(7))))
        .containsExactly(1, 2, 2, 2, 2, 2, 2);
    assertThat(doubles(read("dtype: DT_INT16 int_val: -3" + shape(2, 2))))
        .containsExactly(-3, -3, -3, -3);
    assertThat(doubles(read("dtype: DT_DOUBLE" + shape(3)))).containsExactly(0, 0, 0);
    assertThat(doubles(read("dtype: DT_INT64 int64_val: [1, 2, 3]" + shape(2))))
        .containsExactly(1, 2);
  }

  @Test
  void complexNumbersTakeTwoValues() {
    Tensor tensor = read("dtype: DT_COMPLEX64 scomplex_val: [1, 2, 3, 4]" + shape(3));
    assertThat(doubles(tensor)).containsExactly(1, 3, 3);
    assertThat(tensor.getImaginary(2)).isEqualTo(4);
  }

  @Test
  void halfNumbersAreBits() {
    assertThat(doubles(read("dtype: DT_HALF half_val: [15360, 49152]" + shape(2))))
        .containsExactly(1, -2);
    assertThat(doubles(read("dtype: DT_BFLOAT16 half_val: 16256" + shape(2))))
        .containsExactly(1, 1);
  }

  @Test
  void bytesWinOverValues() {
    assertThat(doubles(read("dtype: DT_UINT8 tensor_content: '\\x01\\xff' int_val: 9" + shape(2))))
        .containsExactly(1, 255);
    assertThatThrownBy(() -> read("dtype: DT_FLOAT tensor_content: '12345'" + shape(1)))
        .hasMessage("float32[1] does not take the 5 bytes it is given");
  }

  @Test
  void aBoolIsZeroOrOne() {
    assertThat(read("dtype: DT_BOOL tensor_content: '\\x00\\x01'" + shape(2)).getBoolean(1))
        .isTrue();
    assertThatThrownBy(() -> read("dtype: DT_BOOL tensor_content: '\\x00\\x02'" + shape(2)))
        .hasMessage("a bool is 0 or 1: byte 1 of bool[2] is 2");
  }

  @Test
  void stringsComeOneByOneOrPacked() {
    Tensor one = read("dtype: DT_STRING string_val: 'a' string_val: '\\xff'" + shape(3));
    assertThat(one.getBytes(2)).containsExactly(0xFF);
    Tensor packed = read("dtype: DT_STRING tensor_content: '\\x01\\x00\\x02abc'" + shape(3));
    assertThat(packed.getString(0)).isEqualTo("a");
    assertThat(packed.getString(1)).isEmpty();
    assertThat(packed.getString(2)).isEqualTo("bc");
    assertThat(read("dtype: DT_STRING" + shape(2)).getString(1)).isEmpty();
  }

  @Test
  void packedStringsMustFitExactly() {
    for (String content :
        List.of("\\x01\\x01a", "\\x01\\x00ab", "\\xff", "\\xff\\xff\\xff\\xff\\x0f")) {
      assertThatThrownBy(
              () -> read("dtype: DT_STRING tensor_content: '" + content + "'" + shape(2)))
          .isInstanceOfSatisfying(
              WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATA_LOSS))
          .hasMessageContaining("bytes of string[2] are damaged");
    }
  }

  @Test
  void missingHandlesNameNothing() {
    Tensor tensor =
        read(
            "dtype: DT_RESOURCE resource_handle_val { device: 'd' container: 'c' name: 'n'"
                + " dtypes_and_shapes { dtype: DT_FLOAT shape { dim { size: 2 } } } }"
                + shape(2));
    assertThat(tensor.getObject(0))
        .isEqualTo(
            new ResourceHandle(
                "d",
                "c",
                "n",
                0,
                "",
                List.of(new ResourceHandle.TypeAndShape(DType.FLOAT32, Shape.of(2)))));
    assertThat(tensor.getObject(1)).isEqualTo(ResourceHandle.none());
    TensorProto again = TensorWriter.write(tensor);
    assertThat(new TensorReader(new Expansion()).read(again).getObject(0))
        .isEqualTo(tensor.getObject(0));
  }

  @Test
  void emptyTensorsIgnoreTheirValues() {
    assertThat(read("dtype: DT_FLOAT tensor_content: '123'" + shape(0, 5)).elements()).isZero();
  }

  @Test
  void whatIsTooLargeIsNotAllocated() {
    long before = Allocator.shared().usage().inUse();
    long huge = 1L << 60;
    for (String dtype : List.of("DT_FLOAT", "DT_STRING", "DT_COMPLEX128", "DT_RESOURCE")) {
      assertThatThrownBy(() -> read("dtype: " + dtype + shape(huge)))
          .isInstanceOfSatisfying(
              WeirException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED))
          .hasMessageContaining("is too large: constants may take at most 1.0 GiB more");
    }
    assertThatThrownBy(() -> read("dtype: DT_FLOAT tensor_content: '1234'" + shape(huge, 4)))
        .hasMessageContaining("does not take the 4 bytes");
    assertThatThrownBy(() -> read("dtype: DT_FLOAT" + shape(huge, huge)))
        .hasMessageContaining("more than 2^63 elements");
    assertThat(Allocator.shared().usage().inUse()).isLessThanOrEqualTo(before + 1024);
  }

  @Test
  void manyLargeConstantsAreTooMuchTogether() {
    TensorReader reader = new TensorReader(new Expansion());
    TensorProto zeros =
        TensorProto.newBuilder()
            .setDtypeValue(1)
            .setTensorShape(Shapes.write(Shape.of(1 << 24)))
            .build();
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100; i++) {
                reader.read(zeros).close();
              }
            })
        .hasMessageContaining("is too large");
  }

  @Test
  void typesAndShapesMustBeReal() {
    assertThatThrownBy(() -> read("float_val: 1" + shape()))
        .hasMessage("the element type is missing");
    assertThatThrownBy(() -> read("dtype: DT_FLOAT_REF" + shape())).hasMessageContaining("101");
    assertThatThrownBy(() -> read("dtype: DT_FLOAT" + shape(-1)))
        .hasMessageContaining("must be known");
    assertThatThrownBy(() -> read("dtype: DT_FLOAT" + shape(-2))).hasMessageContaining("-2");
    assertThatThrownBy(() -> read("dtype: DT_FLOAT tensor_shape { unknown_rank: true }"))
        .hasMessageContaining("must be known");
    assertThatThrownBy(() -> read("dtype: DT_VARIANT" + shape())).hasMessageContaining("variant");
  }

  @Test
  void equalNumbersAreWrittenOnce() {
    Tensor tensor = read("dtype: DT_FLOAT float_val: 3" + shape(1000));
    TensorProto proto = TensorWriter.write(tensor);
    assertThat(proto.getFloatValList()).containsExactly(3f);
    assertThat(proto.getTensorContent()).isEqualTo(ByteString.EMPTY);
  }
}
