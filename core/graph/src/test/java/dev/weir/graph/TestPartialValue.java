package dev.weir.graph;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import org.junit.jupiter.api.Test;

final class TestPartialValue {
  @Test
  void sizesOfAShapeAreKnownOrNot() {
    assertThat(PartialValue.sizes(Shape.of(2, -1, 0))).hasToString("[2,?,0]");
    assertThat(PartialValue.sizes(Shape.scalar())).hasToString("[]");
    assertThat(PartialValue.sizes(Shape.unknown())).isNull();
  }

  @Test
  void minusOneIsAValueAndAnUnknownSize() {
    PartialValue value = PartialValue.vector(-1, 3);
    assertThat(value.isFullyKnown()).isTrue();
    assertThat(value.get(0)).isEqualTo(-1);
    assertThat(value.asShape()).isEqualTo(Shape.of(-1, 3));
  }

  @Test
  void scalarIsNoShapeUnlessItIsMinusOne() {
    assertThat(PartialValue.scalar(-1).asShape()).isEqualTo(Shape.unknown());
    assertThat(PartialValue.size(-1).asShape()).isEqualTo(Shape.unknown());
    assertThatThrownBy(() -> PartialValue.scalar(3).asShape())
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("a shape must be a vector, not the scalar 3");
  }

  @Test
  void scalarsBecomeVectorsAndBack() {
    assertThat(PartialValue.scalar(3).asVector()).isEqualTo(PartialValue.vector(3));
    assertThat(PartialValue.vector(3).asScalar()).isEqualTo(PartialValue.scalar(3));
    assertThat(PartialValue.vector(3, 4).element(1)).isEqualTo(PartialValue.scalar(4));
  }

  @Test
  void functionsOfUnknownElementsAreUnknown() {
    PartialValue sizes = requireNonNull(PartialValue.sizes(Shape.of(2, -1)));
    assertThat(sizes.map(x -> x + 1)).hasToString("[3,?]");
    assertThat(sizes.combine(PartialValue.scalar(10), Math::multiplyExact)).hasToString("[20,?]");
    assertThat(sizes.combine(PartialValue.vector(1, 2, 3), Long::sum)).isNull();
    assertThat(PartialValue.scalar(1).combine(PartialValue.scalar(2), Long::sum)).hasToString("3");
    assertThat(PartialValue.vector().combine(PartialValue.scalar(2), Long::sum)).hasToString("[]");
  }

  @Test
  void partsAndJoins() {
    PartialValue sizes = requireNonNull(PartialValue.sizes(Shape.of(2, -1, 4)));
    assertThat(sizes.slice(2, -1, 2)).hasToString("[4,?]");
    assertThat(sizes.concat(PartialValue.vector(7))).hasToString("[2,?,4,7]");
  }

  @Test
  void numbersOfNarrowTypesWrap() {
    assertThat(PartialValue.scalar(1L << 32).narrowed(DType.INT32)).hasToString("0");
    assertThat(PartialValue.scalar(200).narrowed(DType.INT8)).hasToString("-56");
    assertThat(PartialValue.scalar(-1).fits(DType.UINT8)).isFalse();
  }

  @Test
  void onlyIntegerScalarsAndShortVectorsAreFollowed() {
    assertThat(PartialValue.of(Tensors.scalar(3))).hasToString("3");
    assertThat(PartialValue.of(Tensors.vector(3L, -4L))).hasToString("[3,-4]");
    assertThat(PartialValue.of(Tensors.scalar(3f))).isNull();
    assertThat(PartialValue.of(Tensors.of(Shape.of(1, 1), 3))).isNull();
    assertThat(PartialValue.of(Tensors.zeros(DType.INT32, Shape.of(100_000)))).isNull();
  }
}
