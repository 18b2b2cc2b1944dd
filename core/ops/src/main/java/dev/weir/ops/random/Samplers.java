package dev.weir.ops.random;

import dev.weir.tensor.Bfloat16;
import dev.weir.tensor.DType;
import dev.weir.tensor.Float16;
import java.util.function.IntFunction;

/** The distributions that fill a shape. */
final class Samplers {
  private static final int WORDS = Philox.WORDS;

  private Samplers() {}

  /** Uniform in [0, 1). */
  static Sampler<?> uniform(DType dtype) {
    return switch (dtype) {
      case FLOAT64 -> of(WORDS / 2, double[]::new, Samplers::unitDoubles);
      case FLOAT16 -> of(WORDS, short[]::new, Samplers::unitHalves);
      case BFLOAT16 -> of(WORDS, short[]::new, Samplers::unitBfloats);
      default -> of(WORDS, float[]::new, Samplers::unitFloats);
    };
  }

  /** Uniform integers in [low, high); a little more often the smaller ones, as everywhere. */
  static Sampler<?> integers(DType dtype, long low, long high) {
    if (dtype.byteSize() == Long.BYTES) {
      UnsignedRemainder range = new UnsignedRemainder(high - low);
      return of(
          WORDS / 2,
          long[]::new,
          (words, count, out) -> {
            for (int i = 0; i < count; i++) {
              out[i] = low + range.of(Philox.joined(words[2 * i], words[2 * i + 1]));
            }
          });
    }
    UnsignedRemainder range = new UnsignedRemainder(Integer.toUnsignedLong((int) (high - low)));
    return of(
        WORDS,
        int[]::new,
        (words, count, out) -> {
          for (int i = 0; i < count; i++) {
            out[i] = (int) (low + range.of(Integer.toUnsignedLong(words[i])));
          }
        });
  }

  /** Integers of which every bit is random. */
  static Sampler<?> allIntegers(DType dtype) {
    if (dtype.byteSize() == Integer.BYTES) {
      return of(
          WORDS, int[]::new, (words, count, out) -> System.arraycopy(words, 0, out, 0, count));
    }
    return of(
        WORDS / 2,
        long[]::new,
        (words, count, out) -> {
          for (int i = 0; i < count; i++) {
            out[i] = Philox.joined(words[2 * i], words[2 * i + 1]);
          }
        });
  }

  /** Normal with mean 0 and deviation 1. */
  static Sampler<?> normal(DType dtype) {
    return dtype == DType.FLOAT64 ? new NormalSampler.OfDouble(false) : normal(dtype, false);
  }

  /** Normal with mean 0 and deviation 1, but what is not within 2 is drawn again. */
  static Sampler<?> truncatedNormal(DType dtype) {
    return dtype == DType.FLOAT64 ? new NormalSampler.OfDouble(true) : normal(dtype, true);
  }

  private static Sampler<?> normal(DType dtype, boolean isTruncated) {
    NormalSampler floats = new NormalSampler(isTruncated);
    return switch (dtype) {
      case FLOAT16 -> new Rounded(floats, Float16::fromFloat);
      case BFLOAT16 -> new Rounded(floats, Bfloat16::fromFloat);
      default -> floats;
    };
  }

  /** Makes numbers of words. */
  private interface Rule<A> {
    void apply(int[] words, int count, A out);
  }

  /** Numbers that need the first block of their group only. */
  private static <A> Sampler<A> of(int groupSize, IntFunction<A> array, Rule<A> rule) {
    return new Sampler<>(groupSize, 1) {
      @Override
      A array(int size) {
        return array.apply(size);
      }

      @Override
      void draw(WordBlocks blocks, int groups, A numbers) {
        rule.apply(blocks.words(), groups * groupSize, numbers);
      }
    };
  }

  private static void unitFloats(int[] words, int count, float[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = Reals.unit(words[i]);
    }
  }

  private static void unitDoubles(int[] words, int count, double[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = Reals.unit(words[2 * i], words[2 * i + 1]);
    }
  }

  private static void unitHalves(int[] words, int count, short[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = Float16.fromFloat(Reals.unit(words[i], DType.FLOAT16));
    }
  }

  private static void unitBfloats(int[] words, int count, short[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = Bfloat16.fromFloat(Reals.unit(words[i], DType.BFLOAT16));
    }
  }

  /** Rounds a float to 16 bits. */
  private interface Rounding {
    short apply(float value);
  }

  /** Numbers of float32 that are rounded to a type of 16 bits. */
  private static final class Rounded extends Sampler<short[]> {
    private final Sampler<float[]> floats;
    private final Rounding rounding;

    Rounded(NormalSampler floats, Rounding rounding) {
      super(WORDS, floats.blocksPerGroup());
      this.floats = floats;
      this.rounding = rounding;
    }

    @Override
    short[] array(int size) {
      return new short[size];
    }

    @Override
    void draw(WordBlocks blocks, int groups, short[] numbers) {
      float[] wide = floats.array(groups * WORDS);
      floats.draw(blocks, groups, wide);
      for (int i = 0; i < groups * WORDS; i++) {
        numbers[i] = rounding.apply(wide[i]);
      }
    }
  }
}
