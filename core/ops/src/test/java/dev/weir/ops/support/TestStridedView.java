package dev.weir.ops.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

final class TestStridedView {
  /** One type for each size of an element, and one on the heap. */
  private static final List<DType> DTYPES =
      List.of(DType.UINT8, DType.INT16, DType.INT32, DType.INT64, DType.COMPLEX128, DType.STRING);

  private static Tensor numbered(DType dtype, Shape shape) {
    Tensor tensor = Tensor.allocate(dtype, shape);
    for (int i = 0; i < tensor.elements(); i++) {
      if (dtype == DType.STRING) {
        tensor.setBytes(i, Integer.toString(i).getBytes(StandardCharsets.UTF_8));
      } else if (dtype.isComplex()) {
        tensor.setComplex(i, i, -i);
      } else {
        tensor.setLong(i, i);
      }
    }
    return tensor;
  }

  private static Tensor empty(DType dtype, long... sizes) {
    return Tensor.allocate(dtype, Shape.of(sizes));
  }

  private static void assertSame(Tensor target, long i, Tensor source, long j) {
    DType dtype = target.dtype();
    if (dtype == DType.STRING) {
      assertThat(target.getString(i)).isEqualTo(source.getString(j));
    } else if (dtype.isComplex()) {
      assertThat(target.getImaginary(i)).isEqualTo(source.getImaginary(j));
      assertThat(target.getReal(i)).isEqualTo(source.getReal(j));
    } else {
      assertThat(target.getLong(i)).isEqualTo(source.getLong(j));
    }
  }

  @Test
  void dimensionsChangePlacesWhateverTheirSizes() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
    for (DType dtype : DTYPES) {
      for (int round = 0; round < 30; round++) {
        long a = 1 + random.nextInt(70);
        long b = 1 + random.nextInt(5);
        long c = 1 + random.nextInt(70);
        Tensor source = numbered(dtype, Shape.of(a, b, c));
        Tensor target = empty(dtype, c, a, b);
        StridedView.of(target).copyFrom(StridedView.of(source).transposed(2, 0, 1));
        for (long n = 0; n < 40; n++) {
          long i = random.nextLong(a);
          long j = random.nextLong(b);
          long k = random.nextLong(c);
          assertSame(target, (k * a + i) * b + j, source, (i * b + j) * c + k);
        }
      }
    }
  }

  @Test
  void partsLandWhereTheyBelong() {
    for (DType dtype : DTYPES) {
      Tensor source = numbered(dtype, Shape.of(6, 20));
      Tensor target = numbered(dtype, Shape.of(4, 30));
      StridedView.of(target)
          .box(new long[] {1, 5}, new long[] {2, 10})
          .copyFrom(StridedView.of(source).slice(0, 5, -3, 2).slice(1, 0, 2, 10));
      for (long i = 0; i < 4; i++) {
        for (long j = 0; j < 30; j++) {
          boolean inside = i >= 1 && i < 3 && j >= 5 && j < 15;
          long from = inside ? (5 - 3 * (i - 1)) * 20 + 2 * (j - 5) : i * 30 + j;
          Tensor origin = inside ? source : numbered(dtype, Shape.of(4, 30));
          assertSame(target, i * 30 + j, origin, from);
        }
      }
    }
  }

  @Test
  void oneElementFillsRunsOfAnyLength() {
    for (DType dtype : DTYPES) {
      for (long size : new long[] {1, 7, 8, 9, 100, 1000}) {
        Tensor target = numbered(dtype, Shape.of(2, size));
        Tensor source = numbered(dtype, Shape.of(3));
        StridedView.of(target).slice(0, 1, 1).fill(source, 2);
        assertSame(target, size - 1, numbered(dtype, Shape.of(size)), size - 1);
        for (long i = size; i < 2 * size; i++) {
          assertSame(target, i, source, 2);
        }
      }
    }
  }

  @Test
  void insertedDimensionsRepeat() {
    Tensor target = empty(DType.INT32, 3, 2);
    StridedView.of(target).copyFrom(StridedView.of(Tensors.vector(5, 6)).inserted(0, 3));
    assertThat(Sizes.values(target)).containsExactly(5, 6, 5, 6, 5, 6);
  }

  @Test
  void combinesElementByElement() {
    Tensor target = numbered(DType.INT32, Shape.of(2, 3));
    StridedView.of(target)
        .combine(
            StridedView.of(numbered(DType.INT32, Shape.of(2, 3))).reversed(1),
            ElementCombiner.add(DType.INT32));
    assertThat(Sizes.values(target)).containsExactly(2, 2, 2, 8, 8, 8);
  }

  @Test
  void rejectsOtherSizes() {
    StridedView target = StridedView.of(empty(DType.INT32, 2, 3));
    StridedView source = StridedView.of(empty(DType.INT32, 3, 2));
    assertThatThrownBy(() -> target.copyFrom(source)).hasMessageContaining("sizes differ");
  }
}
