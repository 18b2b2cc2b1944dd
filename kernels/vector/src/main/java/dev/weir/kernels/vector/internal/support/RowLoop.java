package dev.weir.kernels.vector.internal.support;

import java.util.Arrays;

/**
 * A loop over a row of floats, one of several that follow each other.
 *
 * <p>C2 would inline one after the other into the method that calls them all, until that becomes
 * too large; from there on it boxes every vector. Here all loops are called at one megamorphic call
 * site, so each is compiled on its own. (Hence this is not a record: C2 trusts the components of
 * constant records, and would know what is called.)
 */
public final class RowLoop implements Warmth.Loop {
  private static final int MOST_OPERANDS = 8;

  /** What is done with the elements of a range. A result may be written over an operand. */
  @FunctionalInterface
  public interface Body {
    /**
     * Computes a part of a row.
     *
     * @param at addresses of results and operands
     */
    public void run(long[] at, int from, int to);
  }

  private final Body vectors;
  private final Body singles;
  private final Warmth warmth;
  private final long[] warmUpAddresses = new long[MOST_OPERANDS];

  private RowLoop(Body vectors, Body singles, Grain grain) {
    this.vectors = vectors;
    this.singles = singles;
    this.warmth = new Warmth(this, 0, grain.warmUpThreshold());
  }

  /**
   * A loop limited by memory bandwidth.
   *
   * @param vectors over whole vectors
   * @param singles over single elements, with the same bits
   */
  public static RowLoop cheap(Body vectors, Body singles) {
    return new RowLoop(vectors, singles, Grain.CHEAP);
  }

  /** A loop limited by arithmetic. */
  public static RowLoop costly(Body vectors, Body singles) {
    return new RowLoop(vectors, singles, Grain.COSTLY);
  }

  /** Runs over {@code count} elements; results come first among the addresses. */
  public void run(int count, long... at) {
    int whole = warmth.allows(count) ? count & -Lanes.FLOATS : 0;
    if (whole > 0) {
      vectors.run(at, 0, whole);
    }
    if (whole < count) {
      singles.run(at, whole, count);
    }
  }

  @Override
  public void warmUp(int form, long scratch) {
    Arrays.fill(warmUpAddresses, scratch);
    vectors.run(warmUpAddresses, 0, WarmUp.VECTORS * Lanes.FLOATS);
  }
}
