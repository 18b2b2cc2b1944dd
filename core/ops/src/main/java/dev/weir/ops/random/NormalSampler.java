package dev.weir.ops.random;

/**
 * Normal numbers with mean 0 and deviation 1: two from two words; see {@link Reals#normals}. Those
 * beyond 2 are drawn again if asked for, from further blocks of their group.
 */
final class NormalSampler extends Sampler<float[]> {
  private static final float TRUNCATION = 2;

  private final boolean isTruncated;

  NormalSampler(boolean isTruncated) {
    super(Philox.WORDS, isTruncated ? RESERVED_BLOCKS : 1);
    this.isTruncated = isTruncated;
  }

  long blocksPerGroup() {
    return isTruncated ? RESERVED_BLOCKS : 1;
  }

  @Override
  float[] array(int size) {
    return new float[size];
  }

  @Override
  void draw(WordBlocks blocks, int groups, float[] numbers) {
    new NormalFloats(groups * Philox.WORDS / 2).draw(blocks.words(), numbers);
    if (isTruncated) {
      for (int group = 0; group < groups; group++) {
        truncate(blocks, group, numbers);
      }
    }
  }

  /** Keeps the numbers of a group that are near enough, in order, and draws the missing ones. */
  private static void truncate(WordBlocks blocks, int group, float[] numbers) {
    int begin = group * Philox.WORDS;
    int end = begin + Philox.WORDS;
    int kept = begin;
    for (int i = begin; i < end; i++) {
      float value = numbers[i];
      if (Math.abs(value) < TRUNCATION) {
        numbers[kept++] = value;
      }
    }
    if (kept < end) {
      Philox generator = blocks.generator(group);
      generator.skip(1);
      Words words = new Words(generator);
      double[] pair = new double[2];
      while (kept < end) {
        int first = words.next();
        Reals.normals(first, words.next(), pair);
        for (double value : pair) {
          if (Math.abs(value) < TRUNCATION && kept < end) {
            numbers[kept++] = (float) value;
          }
        }
      }
    }
  }

  /** Numbers of double precision, two from the four words of a block. */
  static final class OfDouble extends Sampler<double[]> {
    private final boolean isTruncated;

    OfDouble(boolean isTruncated) {
      super(Philox.WORDS / 2, isTruncated ? RESERVED_BLOCKS / 2 : 1);
      this.isTruncated = isTruncated;
    }

    @Override
    double[] array(int size) {
      return new double[size];
    }

    @Override
    void draw(WordBlocks blocks, int groups, double[] numbers) {
      int[] words = blocks.words();
      double[] pair = new double[2];
      for (int i = 0; i < 2 * groups; i += 2) {
        int at = 2 * i;
        Reals.normals(words[at], words[at + 1], words[at + 2], words[at + 3], pair);
        numbers[i] = pair[0];
        numbers[i + 1] = pair[1];
        if (isTruncated && !(isNear(pair[0]) && isNear(pair[1]))) {
          drawAgain(blocks.generator(i / 2), numbers, i);
        }
      }
    }

    private static void drawAgain(Philox generator, double[] numbers, int begin) {
      Words words = new Words(generator);
      double[] pair = new double[2];
      int drawn = begin;
      while (drawn < begin + 2) {
        int first = words.next();
        int second = words.next();
        int third = words.next();
        Reals.normals(first, second, third, words.next(), pair);
        for (double value : pair) {
          if (isNear(value) && drawn < begin + 2) {
            numbers[drawn++] = value;
          }
        }
      }
    }

    private static boolean isNear(double value) {
      return Math.abs(value) < TRUNCATION;
    }
  }
}
