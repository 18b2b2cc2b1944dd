package dev.weir.ops.random;

/**
 * The counter-based generator Philox 4x32-10: every value of a 128-bit counter gives four random
 * words under a 64-bit key, so any part of the stream can be had without what comes before it.
 *
 * <p>From Salmon, Moraes, Dror and Shaw, <i>Parallel random numbers: as easy as 1, 2, 3</i> (SC11).
 * Not thread-safe; {@link #copy} for another thread.
 */
final class Philox {
  /** Words a value of the counter gives. */
  static final int WORDS = 4;

  static final long FACTOR_0 = 0xD2511F53L;
  static final long FACTOR_1 = 0xCD9E8D57L;
  static final int KEY_STEP_0 = 0x9E3779B9;
  static final int KEY_STEP_1 = 0xBB67AE85;

  private static final int ROUNDS = 10;
  private static final long UNSIGNED = 0xFFFFFFFFL;
  private static final long SEED_SCRAMBLER = 0x02461E29_3EC8F720L;

  private final long key;
  private long low;
  private long high;

  Philox(long key, long low, long high) {
    this.key = key;
    this.low = low;
    this.high = high;
  }

  /** The stream of an op with the attributes {@code seed} and {@code seed2}. */
  static Philox ofSeeds(long seed, long seed2) {
    return new Philox(seed, 0, seed2);
  }

  /** The stream of a stateless op with this pair as its seed, which is scrambled first. */
  static Philox ofSeedPair(long first, long second) {
    int[] words = new int[WORDS];
    new Philox(SEED_SCRAMBLER, first, second).next(words);
    return new Philox(joined(words[0], words[1]), 0, joined(words[2], words[3]));
  }

  /** Two words as one number, the first being the low half. */
  static long joined(int low, int high) {
    return (low & UNSIGNED) | (long) high << 32;
  }

  Philox copy() {
    return new Philox(key, low, high);
  }

  /** A generator that is so many blocks of four words ahead. */
  Philox ahead(long blocks) {
    Philox ahead = copy();
    ahead.skip(blocks);
    return ahead;
  }

  /** Passes over blocks of four words; the number is unsigned. */
  void skip(long blocks) {
    low += blocks;
    if (Long.compareUnsigned(low, blocks) < 0) {
      high++;
    }
  }

  /** The next four words. */
  void next(int[] words) {
    int c0 = (int) low;
    int c1 = (int) (low >>> 32);
    int c2 = (int) high;
    int c3 = (int) (high >>> 32);
    int k0 = (int) key;
    int k1 = (int) (key >>> 32);
    for (int round = 0; round < ROUNDS; round++) {
      long p = (c0 & UNSIGNED) * FACTOR_0;
      long q = (c2 & UNSIGNED) * FACTOR_1;
      c0 = (int) (q >>> 32) ^ c1 ^ k0;
      c1 = (int) q;
      c2 = (int) (p >>> 32) ^ c3 ^ k1;
      c3 = (int) p;
      k0 += KEY_STEP_0;
      k1 += KEY_STEP_1;
    }
    words[0] = c0;
    words[1] = c1;
    words[2] = c2;
    words[3] = c3;
    skip(1);
  }

  long key() {
    return key;
  }

  /** The low half of the counter. */
  long low() {
    return low;
  }

  /** The high half of the counter. */
  long high() {
    return high;
  }

  @Override
  public String toString() {
    return "Philox(key "
        + Long.toHexString(key)
        + ", counter "
        + Long.toHexString(high)
        + ":"
        + Long.toHexString(low)
        + ")";
  }
}
