package dev.weir.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class TestShape {
  @Test
  void printsWhatIsKnown() {
    assertThat(Shape.of(2, 3)).hasToString("[2,3]");
    assertThat(Shape.of(2, -1)).hasToString("[2,?]");
    assertThat(Shape.scalar()).hasToString("[]");
    assertThat(Shape.unknown()).hasToString("<unknown>");
    assertThat(Shape.unknownOfRank(2)).hasToString("[?,?]");
  }

  @Test
  void countsElements() {
    assertThat(Shape.of(2, 3, 4).elements()).isEqualTo(24);
    assertThat(Shape.scalar().elements()).isEqualTo(1);
    assertThat(Shape.of(2, -1).elements()).isEqualTo(Shape.UNKNOWN_SIZE);
    assertThat(Shape.unknown().elements()).isEqualTo(Shape.UNKNOWN_SIZE);
    assertThat(Shape.of(2, 3, 4).elements(1, 3)).isEqualTo(12);
    assertThat(Shape.of(1L << 40, 1L << 40, 0).elements()).as("empty beats overflow").isZero();
  }

  @Test
  void refusesOverflowAndNegativeSizes() {
    assertThatThrownBy(() -> Shape.of(1L << 32, 1L << 31).elements())
        .hasMessage("[4294967296,2147483648] has more than 2^63 elements");
    assertThatThrownBy(() -> Shape.of(2, -2))
        .hasMessage("a dimension must be at least 0, or -1 if unknown, got [2, -2]");
    assertThatThrownBy(() -> Shape.of(new long[255]))
        .hasMessage("a shape has at most 254 dimensions, got 255");
  }

  @Test
  void sizesCountFromEitherEnd() {
    assertThat(Shape.of(2, 3, 4).size(-1)).isEqualTo(4);
    assertThat(Shape.of(2, 3, 4).size(0)).isEqualTo(2);
    assertThat(Shape.unknown().size(7)).isEqualTo(Shape.UNKNOWN_SIZE);
    assertThatThrownBy(() -> Shape.of(2).size(1)).hasMessage("[2] has no dimension 1");
    assertThatThrownBy(() -> Shape.of(2).size(-2)).hasMessage("[2] has no dimension -2");
  }

  @Test
  void mergesWhatIsKnownOfEither() {
    assertThat(Shape.of(2, -1).mergeWith(Shape.of(-1, 3))).isEqualTo(Shape.of(2, 3));
    assertThat(Shape.unknown().mergeWith(Shape.of(3))).isEqualTo(Shape.of(3));
    assertThatThrownBy(() -> Shape.of(2).mergeWith(Shape.of(3)))
        .hasMessage("shapes must be equal: [2] and [3]");
    assertThat(Shape.of(2).isCompatibleWith(Shape.of(2, 1))).isFalse();
  }

  @Test
  void generalizesToWhatIsTheSame() {
    assertThat(Shape.of(2, 3).generalizeWith(Shape.of(2, 4))).isEqualTo(Shape.of(2, -1));
    assertThat(Shape.of(2).generalizeWith(Shape.of(2, 4))).isEqualTo(Shape.unknown());
  }

  @Test
  void slicesJoinsAndReplaces() {
    assertThat(Shape.of(2, 3, 4).slice(1, 3)).isEqualTo(Shape.of(3, 4));
    assertThat(Shape.of(2).concat(Shape.of(3))).isEqualTo(Shape.of(2, 3));
    assertThat(Shape.of(2, 3).withSize(-1, 9)).isEqualTo(Shape.of(2, 9));
    assertThat(Shape.unknown().concat(Shape.of(3))).isEqualTo(Shape.unknown());
  }

  @Test
  void scalarAndUnknownDiffer() {
    assertThat(Shape.scalar()).isNotEqualTo(Shape.unknown());
    assertThat(Shape.of()).isEqualTo(Shape.scalar()).hasSameHashCodeAs(Shape.scalar());
    assertThat(Shape.unknown().isScalar()).isFalse();
  }
}
