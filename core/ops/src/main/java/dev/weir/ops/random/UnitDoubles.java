package dev.weir.ops.random;

/** Uniform numbers in [0, 1) from pairs of words, the second of every block of four first. */
final class UnitDoubles {
  private final Philox generator;
  private final int[] words = new int[Philox.WORDS];
  private int left;

  UnitDoubles(Philox generator) {
    this.generator = generator;
  }

  double next() {
    if (left == 0) {
      generator.next(words);
      left = 2;
    }
    left--;
    return Reals.unit(words[2 * left], words[2 * left + 1]);
  }
}
