package dev.weir.ops.random;

/**
 * The words of many values of a generator's counter at once, in the order of the stream. Values are
 * computed side by side, in loops that the compiler turns into vectors: that takes a third of the
 * time of one after the other. Not thread-safe.
 */
final class WordBlocks {
  private static final int ROUNDS = 10;
  private static final long UNSIGNED = 0xFFFFFFFFL;

  private final Philox start;
  private final long stride;
  private final int[] words;
  private final long[] c0;
  private final long[] c1;
  private final long[] c2;
  private final long[] c3;
  private long first;

  /**
   * Blocks of four words.
   *
   * @param start the generator at block 0
   * @param stride how many values of the counter lie between one block and the next
   * @param most how many blocks are wanted at a time
   */
  WordBlocks(Philox start, long stride, int most) {
    this.start = start;
    this.stride = stride;
    this.words = new int[Philox.WORDS * most];
    this.c0 = new long[most];
    this.c1 = new long[most];
    this.c2 = new long[most];
    this.c3 = new long[most];
  }

  /** Draws the words of {@code count} blocks from block {@code from} on. */
  void draw(long from, int count) {
    first = from;
    Philox at = generator(0);
    for (int i = 0; i < count; i++) {
      long low = at.low() + i * stride;
      long high = at.high() + (Long.compareUnsigned(low, at.low()) < 0 ? 1 : 0);
      c0[i] = low & UNSIGNED;
      c1[i] = low >>> 32;
      c2[i] = high & UNSIGNED;
      c3[i] = high >>> 32;
    }
    int k0 = (int) start.key();
    int k1 = (int) (start.key() >>> 32);
    for (int round = 0; round < ROUNDS; round++) {
      scramble(c0, c1, c2, c3, k0 & UNSIGNED, k1 & UNSIGNED, count);
      k0 += Philox.KEY_STEP_0;
      k1 += Philox.KEY_STEP_1;
    }
    for (int i = 0; i < count; i++) {
      words[4 * i] = (int) c0[i];
      words[4 * i + 1] = (int) c1[i];
      words[4 * i + 2] = (int) c2[i];
      words[4 * i + 3] = (int) c3[i];
    }
  }

  /** One round of all blocks; see {@link Philox#next}. */
  private static void scramble(
      long[] c0, long[] c1, long[] c2, long[] c3, long k0, long k1, int count) {
    for (int i = 0; i < count; i++) {
      long p = (c0[i] & UNSIGNED) * Philox.FACTOR_0;
      long q = (c2[i] & UNSIGNED) * Philox.FACTOR_1;
      c0[i] = (q >>> 32) ^ c1[i] ^ k0;
      c1[i] = q & UNSIGNED;
      c2[i] = (p >>> 32) ^ c3[i] ^ k1;
      c3[i] = p & UNSIGNED;
    }
  }

  /** The words that were drawn last. */
  int[] words() {
    return words;
  }

  /** A generator at the beginning of one of the blocks that were drawn last. */
  Philox generator(int block) {
    return start.ahead((first + block) * stride);
  }
}
