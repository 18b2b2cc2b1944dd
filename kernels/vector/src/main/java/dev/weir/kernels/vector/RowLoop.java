package dev.weir.kernels.vector;

import java.util.Arrays;

/**
 * A loop over a row of floats, one of several that follow each other.
 *
 * <p>C2 would inline one after the other into the method that calls them all, until that becomes
 * too large; from there on it boxes every vector. Here all loops are called at one place, of which
 * C2 knows nothing but that anything may be called: so each is compiled for itself. (Hence this is
 * not a record: C2 trusts the components of constant records, and would know what is called.)
 */
final class RowLoop implements Warmth.Loop {
  private static final int MOST_OPERANDS = 8;

  /** What is done. A result may stand in the place of an operand. */
  @FunctionalInterface
  interface Body {
    /**
     * Computes a row.
     *
     * @param at addresses of results and operands
     * @param whole how many elements are computed in vectors; the others one by one, with the same
     *     bits
     * @param count how many there are
     */
    void run(long[] at, int whole, int count);
  }

  private final Body body;
  private final Warmth warmth;
  private final long[] warmUpAddresses = new long[MOST_OPERANDS];

  private RowLoop(Body body, Grain grain) {
    this.body = body;
    this.warmth = new Warmth(this, 0, grain.patience());
  }

  /** As fast as memory. */
  static RowLoop cheap(Body body) {
    return new RowLoop(body, Grain.CHEAP);
  }

  /** Of many operations an element. */
  static RowLoop costly(Body body) {
    return new RowLoop(body, Grain.COSTLY);
  }

  /** Runs over so many elements; results come first among the addresses. */
  void run(int count, long... at) {
    body.run(at, warmth.allows(count) ? count & -Lanes.FLOATS : 0, count);
  }

  @Override
  public void warmUp(int form, long scratch) {
    int count = WarmUp.VECTORS * Lanes.FLOATS;
    Arrays.fill(warmUpAddresses, scratch);
    body.run(warmUpAddresses, count, count);
  }
}
