package dev.weir.kernels.vector.internal.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.tensor.DType;
import org.junit.jupiter.api.Test;

/** The lookup of functions by op and type. */
final class TestElementwiseFunctions {
  @Test
  void findsFunctionsOfEachKind() {
    assertThat(ElementwiseFunctions.find("Exp", DType.FLOAT32))
        .get()
        .isInstanceOf(ElementwiseFunctions.Unary.class);
    assertThat(ElementwiseFunctions.find("AddV2", DType.INT64))
        .get()
        .isInstanceOf(ElementwiseFunctions.Binary.class);
    assertThat(ElementwiseFunctions.find("Less", DType.BFLOAT16))
        .get()
        .isInstanceOf(ElementwiseFunctions.Test.class);
    assertThat(ElementwiseFunctions.find("IsNan", DType.FLOAT64))
        .get()
        .isInstanceOf(ElementwiseFunctions.UnaryTest.class);
  }

  @Test
  void doesNotFindOpsThatAreNotElementwise() {
    assertThat(ElementwiseFunctions.find("MatMul", DType.FLOAT32)).isEmpty();
  }
}
