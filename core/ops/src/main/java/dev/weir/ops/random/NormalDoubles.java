package dev.weir.ops.random;

/** Normal numbers, a pair from every block of four words, the second of the pair first. */
final class NormalDoubles {
  private final Philox generator;
  private final int[] words = new int[Philox.WORDS];
  private final double[] pair = new double[2];
  private int left;

  NormalDoubles(Philox generator) {
    this.generator = generator;
  }

  double next() {
    if (left == 0) {
      generator.next(words);
      Reals.normals(words[0], words[1], words[2], words[3], pair);
      left = 2;
    }
    return pair[--left];
  }
}
