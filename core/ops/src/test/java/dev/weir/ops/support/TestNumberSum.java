package dev.weir.ops.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.TensorDifference;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TestNumberSum {
  private static final int[] SIZES = {0, 1, 15, 16, 17, 1023, 1025, 3001};

  @Test
  void neighborsAreSummedAsOneByOne() {
    for (DType dtype :
        List.of(
            DType.FLOAT64,
            DType.FLOAT16,
            DType.BFLOAT16,
            DType.INT8,
            DType.UINT8,
            DType.INT16,
            DType.UINT16,
            DType.INT32,
            DType.UINT32,
            DType.INT64,
            DType.UINT64,
            DType.QINT8)) {
      for (int size : SIZES) {
        check(dtype, size, 1);
        check(dtype, size, -1);
      }
    }
  }

  private static void check(DType dtype, int size, int sign) {
    Tensor source = random(dtype, size + 3, 1);
    Tensor together = random(dtype, size + 2, 2);
    Tensor oneByOne = random(dtype, size + 2, 2);
    NumberSum sum = new NumberSum(sign);
    sum.applyAll(together, 2, source, 3, size);
    for (int i = 0; i < size; i++) {
      sum.apply(oneByOne, 2 + i, source, 3 + i);
    }
    assertThat(TensorDifference.first(oneByOne, together)).as("%s %d", dtype, size).isEmpty();
  }

  /** Any bits. */
  private static Tensor random(DType dtype, int size, long seed) {
    Random random = new Random(seed);
    Tensor tensor = Tensor.allocate(dtype, Shape.of(size));
    for (long i = 0; i < tensor.byteSize(); i++) {
      tensor.buffer().setByte(i, (byte) random.nextInt());
    }
    return tensor;
  }
}
