package dev.weir.ops.random;

/** The words of a generator one at a time. Not thread-safe. */
public final class Words {
  private final Philox generator;
  private final int[] block = new int[Philox.WORDS];
  private int used = Philox.WORDS;

  Words(Philox generator) {
    this.generator = generator;
  }

  /** The words that seeds give, or any if both are 0. */
  public static Words ofSeeds(long seed, long seed2) {
    return new Words(GeneratorState.of(seed, seed2).reserve(0));
  }

  int next() {
    if (used == Philox.WORDS) {
      generator.next(block);
      used = 0;
    }
    return block[used++];
  }

  /** A number in [0, 1) from the next word. */
  float nextFloat() {
    return Reals.unit(next());
  }

  /** A number in [0, 1) from the next two words. */
  double nextDouble() {
    int first = next();
    return Reals.unit(first, next());
  }

  /** A number in [0, n), every one as likely: from as many pairs of words as that takes. */
  long nextBelowExactly(long n) {
    if ((n & (n - 1)) == 0) {
      return nextLong() & (n - 1);
    }
    // The numbers below this would make small results likelier.
    long rejected = Long.remainderUnsigned(-1L, n) + 1;
    long number = nextLong();
    while (Long.compareUnsigned(number, rejected) < 0) {
      number = nextLong();
    }
    return Long.remainderUnsigned(number, n);
  }

  /** A uniform number below {@code n}, from single words. */
  int nextBelowExactly(int n) {
    if ((n & (n - 1)) == 0) {
      return next() & (n - 1);
    }
    int rejected = Integer.remainderUnsigned(-1, n) + 1;
    int number = next();
    while (Integer.compareUnsigned(number, rejected) < 0) {
      number = next();
    }
    return Integer.remainderUnsigned(number, n);
  }

  private long nextLong() {
    int low = next();
    return Philox.joined(low, next());
  }

  /** A number in [0, n) from the next word. */
  public long nextBelow(long n) {
    return Integer.toUnsignedLong(next()) % n;
  }
}
