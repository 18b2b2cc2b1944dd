package dev.weir.ops.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.kernel.ParallelFor;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Numbers that are drawn many at a time are those that are drawn one after the other. */
final class TestSamplers {
  private static final int[] SIZES = {1, 3, 4, 7, 1021, 5003};

  /** The low half of the counter overflows on the way. */
  private static final Philox START = new Philox(0x123456789ABCDEFL, -700, 5);

  @Test
  void blocksAreThoseOfTheGenerator() {
    WordBlocks blocks = new WordBlocks(START, 256, 9);
    blocks.draw(3, 9);
    int[] words = new int[Philox.WORDS];
    for (int block = 0; block < 9; block++) {
      START.ahead((3 + block) * 256L).next(words);
      for (int i = 0; i < Philox.WORDS; i++) {
        assertThat(blocks.words()[Philox.WORDS * block + i]).isEqualTo(words[i]);
      }
    }
  }

  @Test
  void uniformFloats() {
    for (Tensor numbers : drawn(Samplers.uniform(DType.FLOAT32), DType.FLOAT32)) {
      Words words = new Words(START.copy());
      for (int i = 0; i < numbers.elements(); i++) {
        assertThat(numbers.getFloat(i)).isEqualTo(Reals.unit(words.next()));
      }
    }
  }

  @Test
  void uniformDoubles() {
    for (Tensor numbers : drawn(Samplers.uniform(DType.FLOAT64), DType.FLOAT64)) {
      Words words = new Words(START.copy());
      for (int i = 0; i < numbers.elements(); i++) {
        assertThat(numbers.getDouble(i)).isEqualTo(words.nextDouble());
      }
    }
  }

  @Test
  void uniformNumbersOfSixteenBits() {
    for (DType dtype : new DType[] {DType.FLOAT16, DType.BFLOAT16}) {
      for (Tensor numbers : drawn(Samplers.uniform(dtype), dtype)) {
        Words words = new Words(START.copy());
        for (int i = 0; i < numbers.elements(); i++) {
          assertThat(numbers.getFloat(i)).isEqualTo(Reals.unit(words.next(), dtype));
        }
      }
    }
  }

  @Test
  void integersBetweenBounds() {
    for (Tensor numbers : drawn(Samplers.integers(DType.INT32, -7, 1000), DType.INT32)) {
      Words words = new Words(START.copy());
      for (int i = 0; i < numbers.elements(); i++) {
        assertThat(numbers.getLong(i)).isEqualTo(words.nextBelow(1007) - 7);
      }
    }
  }

  @Test
  void truncatedNormalsAreDrawnAgainFromTheirGroup() {
    for (Tensor numbers : drawn(Samplers.truncatedNormal(DType.FLOAT32), DType.FLOAT32)) {
      for (int begin = 0; begin < numbers.elements(); begin += Philox.WORDS) {
        Words words = new Words(START.ahead(begin / Philox.WORDS * Sampler.RESERVED_BLOCKS));
        double[] pair = new double[2];
        int i = begin;
        while (i < Math.min(numbers.elements(), begin + Philox.WORDS)) {
          int first = words.next();
          Reals.normals(first, words.next(), pair);
          for (double value : pair) {
            if (Math.abs(value) < 2 && i < Math.min(numbers.elements(), begin + Philox.WORDS)) {
              assertThat(numbers.getDouble(i++)).isEqualTo(value);
            }
          }
        }
      }
    }
  }

  @Test
  void truncatedNormalDoublesAreDrawnAgainFromTheirGroup() {
    for (Tensor numbers : drawn(Samplers.truncatedNormal(DType.FLOAT64), DType.FLOAT64)) {
      for (int i = 0; i + 1 < numbers.elements(); i += 2) {
        assertThat(Math.abs(numbers.getDouble(i))).isLessThan(2);
        assertThat(numbers.getDouble(i)).isNotEqualTo(numbers.getDouble(i + 1));
      }
    }
  }

  @Test
  void remaindersAreThoseOfADivision() {
    Random random = new Random(1);
    long[] divisors = {1, 2, 3, 1000, 1L << 32, (1L << 32) - 1, 1L << 62, -1, -3, Long.MIN_VALUE};
    long[] numbers = {0, 1, 2, 999, -1, -2, Long.MAX_VALUE, Long.MIN_VALUE};
    for (long divisor : divisors) {
      UnsignedRemainder remainder = new UnsignedRemainder(divisor);
      for (long number : numbers) {
        assertThat(remainder.of(number)).isEqualTo(Long.remainderUnsigned(number, divisor));
      }
      for (int i = 0; i < 1000; i++) {
        long number = random.nextLong();
        assertThat(remainder.of(number)).isEqualTo(Long.remainderUnsigned(number, divisor));
      }
    }
  }

  private static Tensor[] drawn(Sampler<?> sampler, DType dtype) {
    Tensor[] drawn = new Tensor[SIZES.length];
    for (int i = 0; i < SIZES.length; i++) {
      drawn[i] = Tensor.allocate(dtype, Shape.of(SIZES[i]));
      sampler.fill(new Halves(), START, drawn[i]);
    }
    return drawn;
  }

  /** Runs loops in two parts, one after the other. */
  private static final class Halves implements ParallelFor {
    @Override
    public void forRange(long total, long grain, Range body) {
      long middle = total / 2;
      if (middle > 0) {
        body.run(0, middle);
      }
      body.run(middle, total);
    }

    @Override
    public int threads() {
      return 2;
    }
  }
}
