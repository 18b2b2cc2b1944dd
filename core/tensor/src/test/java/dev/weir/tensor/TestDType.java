package dev.weir.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class TestDType {
  @Test
  void numbersAndNamesLeadBack() {
    for (DType dtype : DType.values()) {
      assertThat(DType.ofNumber(dtype.number())).isSameAs(dtype);
      assertThat(DType.ofName(dtype.toString())).isSameAs(dtype);
      assertThat(DType.ofName(dtype.opDefName())).isSameAs(dtype);
    }
    assertThat(DType.ofNumber(1)).isSameAs(DType.FLOAT32);
    assertThat(DType.ofNumber(19)).isSameAs(DType.FLOAT16);
    assertThat(DType.ofName("half")).isSameAs(DType.FLOAT16);
  }

  @Test
  void unknownNumbersAndNamesAreRefused() {
    for (int number : new int[] {0, -1, 24, 101, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> DType.ofNumber(number))
          .hasMessage("no element type has the number " + number);
    }
    assertThatThrownBy(() -> DType.ofName("floaty"))
        .hasMessage("no element type is called \"floaty\"");
  }

  @Test
  void byteSizeOfAShapeIsChecked() {
    assertThat(DType.COMPLEX128.byteSize(Shape.of(2, 3))).isEqualTo(96);
    assertThat(DType.STRING.byteSize(Shape.of(5))).isZero();
    assertThatThrownBy(() -> DType.INT8.byteSize(Shape.of(2, -1)))
        .hasMessage("int8[2,?] is not fully known");
    assertThatThrownBy(() -> DType.INT8.byteSize(Shape.of(1L << 62)))
        .hasMessage("int8[4611686018427387904] has too many elements");
  }

  @Test
  void everyTypeIsOfOneKind() {
    for (DType dtype : DType.values()) {
      int kinds = 0;
      kinds += dtype.isFloating() ? 1 : 0;
      kinds += dtype.isInteger() ? 1 : 0;
      kinds += dtype.isComplex() ? 1 : 0;
      kinds += dtype.isQuantized() ? 1 : 0;
      kinds += dtype.isObject() ? 1 : 0;
      kinds += dtype == DType.BOOL ? 1 : 0;
      assertThat(kinds).as(dtype.toString()).isEqualTo(1);
      assertThat(dtype.byteSize() == 0).isEqualTo(dtype.isObject());
    }
  }
}
