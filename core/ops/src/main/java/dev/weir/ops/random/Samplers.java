package dev.weir.ops.random;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/** The distributions that fill a shape. */
final class Samplers {
  private static final double TRUNCATION = 2;

  private Samplers() {}

  /** Uniform in [0, 1). */
  static Sampler uniform(DType dtype) {
    if (dtype == DType.FLOAT32) {
      return new UnitFloats();
    }
    return dtype == DType.FLOAT64
        ? new Pairs((first, second, output, i) -> output.setDouble(i, Reals.unit(first, second)))
        : new Singles((word, output, i) -> output.setFloat(i, Reals.unit(word, dtype)));
  }

  /** Uniform integers in [low, high); a little more often the smaller ones, as everywhere. */
  static Sampler integers(DType dtype, long low, long high) {
    long range = high - low;
    return dtype.byteSize() == Long.BYTES
        ? new Pairs(
            (first, second, output, i) ->
                output.setLong(
                    i, low + Long.remainderUnsigned(Philox.joined(first, second), range)))
        : new Singles(
            (word, output, i) ->
                output.setLong(i, low + Integer.toUnsignedLong(word) % (range & 0xFFFFFFFFL)));
  }

  /** Integers of which every bit is random. */
  static Sampler allIntegers(DType dtype) {
    return dtype.byteSize() == Long.BYTES
        ? new Pairs((first, second, output, i) -> output.setLong(i, Philox.joined(first, second)))
        : new Singles((word, output, i) -> output.setLong(i, word));
  }

  /** Normal with mean 0 and deviation 1. */
  static Sampler normal(DType dtype) {
    return dtype == DType.FLOAT64 ? new DoubleNormal() : new FloatNormal();
  }

  /** Normal with mean 0 and deviation 1, but what is not within 2 is drawn again. */
  static Sampler truncatedNormal(DType dtype) {
    return new TruncatedNormals(dtype == DType.FLOAT64);
  }

  /** Sets an element from a word. */
  private interface OfWord {
    void set(int word, Tensor output, long i);
  }

  /** Sets an element from two words. */
  private interface OfPair {
    void set(int first, int second, Tensor output, long i);
  }

  private record Singles(OfWord rule) implements Sampler {
    @Override
    public int groupSize() {
      return Philox.WORDS;
    }

    @Override
    public void draw(Philox generator, Tensor output, long position, int count) {
      int[] words = new int[Philox.WORDS];
      generator.next(words);
      for (int i = 0; i < count; i++) {
        rule.set(words[i], output, position + i);
      }
    }
  }

  private record Pairs(OfPair rule) implements Sampler {
    @Override
    public int groupSize() {
      return Philox.WORDS / 2;
    }

    @Override
    public void draw(Philox generator, Tensor output, long position, int count) {
      int[] words = new int[Philox.WORDS];
      generator.next(words);
      for (int i = 0; i < count; i++) {
        rule.set(words[2 * i], words[2 * i + 1], output, position + i);
      }
    }
  }

  private record FloatNormal() implements Sampler {
    @Override
    public int groupSize() {
      return Philox.WORDS;
    }

    @Override
    public void draw(Philox generator, Tensor output, long position, int count) {
      int[] words = new int[Philox.WORDS];
      double[] pair = new double[2];
      generator.next(words);
      for (int i = 0; i < count; i++) {
        if (i % 2 == 0) {
          Reals.normals(words[i], words[i + 1], pair);
        }
        output.setDouble(position + i, pair[i % 2]);
      }
    }
  }

  private record DoubleNormal() implements Sampler {
    @Override
    public int groupSize() {
      return Philox.WORDS / 2;
    }

    @Override
    public void draw(Philox generator, Tensor output, long position, int count) {
      int[] words = new int[Philox.WORDS];
      double[] pair = new double[2];
      generator.next(words);
      Reals.normals(words[0], words[1], words[2], words[3], pair);
      for (int i = 0; i < count; i++) {
        output.setDouble(position + i, pair[i]);
      }
    }
  }

  private record TruncatedNormals(boolean isDouble) implements Sampler {
    @Override
    public int groupSize() {
      return isDouble ? Philox.WORDS / 2 : Philox.WORDS;
    }

    @Override
    public long blocksPerGroup() {
      return RESERVED_BLOCKS * groupSize() / Philox.WORDS;
    }

    @Override
    public void draw(Philox generator, Tensor output, long position, int count) {
      Words words = new Words(generator);
      double[] pair = new double[2];
      int drawn = 0;
      while (drawn < count) {
        int first = words.next();
        int second = words.next();
        if (isDouble) {
          int third = words.next();
          Reals.normals(first, second, third, words.next(), pair);
        } else {
          Reals.normals(first, second, pair);
        }
        for (double value : pair) {
          if (Math.abs(value) < TRUNCATION && drawn < count) {
            output.setDouble(position + drawn++, value);
          }
        }
      }
    }
  }
}
