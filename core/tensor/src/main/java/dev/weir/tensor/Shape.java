package dev.weir.tensor;

import dev.weir.error.WeirException;
import java.util.Arrays;

/**
 * The sizes of a tensor along each of its dimensions. Before a graph runs some of it may be
 * unknown: a dimension ({@code [2,?]}) or the very number of dimensions ({@code <unknown>}).
 *
 * <p>Immutable.
 */
public final class Shape {
  /** The size of a dimension that is not known. */
  public static final long UNKNOWN_SIZE = -1;

  private static final Shape SCALAR = new Shape(new long[0], true);
  private static final Shape UNKNOWN = new Shape(new long[0], false);
  private static final int MAX_RANK = 254;

  private final long[] sizes;
  private final boolean rankKnown;

  private Shape(long[] sizes, boolean rankKnown) {
    this.sizes = sizes;
    this.rankKnown = rankKnown;
  }

  /** A shape of these sizes; {@link #UNKNOWN_SIZE} marks one that is not known. */
  public static Shape of(long... sizes) {
    if (sizes.length == 0) {
      return SCALAR;
    }
    if (sizes.length > MAX_RANK) {
      throw WeirException.invalidArgument(
          "a shape has at most %d dimensions, got %d", MAX_RANK, sizes.length);
    }
    for (long size : sizes) {
      if (size < UNKNOWN_SIZE) {
        throw WeirException.invalidArgument(
            "a dimension must be at least 0, or -1 if unknown, got %s", Arrays.toString(sizes));
      }
    }
    return new Shape(sizes.clone(), true);
  }

  /** The shape without dimensions: a single element. */
  public static Shape scalar() {
    return SCALAR;
  }

  /** A shape of which nothing is known, not even its rank. */
  public static Shape unknown() {
    return UNKNOWN;
  }

  /** A shape of known rank whose sizes are all unknown. */
  public static Shape unknownOfRank(int rank) {
    if (rank < 0 || rank > MAX_RANK) {
      throw WeirException.invalidArgument(
          "a shape has at most %d dimensions, got %d", MAX_RANK, rank);
    }
    long[] sizes = new long[rank];
    Arrays.fill(sizes, UNKNOWN_SIZE);
    return of(sizes);
  }

  /** Whether the number of dimensions is known. */
  public boolean hasRank() {
    return rankKnown;
  }

  /** The number of dimensions; -1 if unknown. */
  public int rank() {
    return rankKnown ? sizes.length : -1;
  }

  /** Whether the rank is known and equal to this. */
  public boolean hasRank(int rank) {
    return rankKnown && sizes.length == rank;
  }

  /**
   * The size of dimension {@code i}, or {@link #UNKNOWN_SIZE}. Negative positions count from the
   * end; any position of a shape of unknown rank is unknown.
   */
  public long size(int i) {
    if (!rankKnown) {
      return UNKNOWN_SIZE;
    }
    int position = i < 0 ? i + sizes.length : i;
    if (position < 0 || position >= sizes.length) {
      throw WeirException.invalidArgument("%s has no dimension %d", this, i);
    }
    return sizes[position];
  }

  /** The sizes, as a new array. The rank must be known. */
  public long[] sizes() {
    if (!rankKnown) {
      throw WeirException.invalidArgument("the rank of this shape is not known");
    }
    return sizes.clone();
  }

  /** Whether the rank and every size are known. */
  public boolean isFullyKnown() {
    if (!rankKnown) {
      return false;
    }
    for (long size : sizes) {
      if (size == UNKNOWN_SIZE) {
        return false;
      }
    }
    return true;
  }

  /** The number of elements; {@link #UNKNOWN_SIZE} if some size is not known. */
  public long elements() {
    if (!isFullyKnown()) {
      return UNKNOWN_SIZE;
    }
    return product(sizes, 0, sizes.length);
  }

  /** The product of the sizes of the dimensions {@code [from, to)}, all of them known. */
  public long elements(int from, int to) {
    return product(sizes, from, to);
  }

  private long product(long[] factors, int from, int to) {
    long count = 1;
    boolean empty = false;
    for (int i = from; i < to; i++) {
      empty |= factors[i] == 0;
    }
    if (empty) {
      return 0;
    }
    for (int i = from; i < to; i++) {
      long high = Math.multiplyHigh(count, factors[i]);
      count *= factors[i];
      if (high != 0 || count < 0) {
        throw WeirException.invalidArgument("%s has more than 2^63 elements", this);
      }
    }
    return count;
  }

  /** Whether this is known to be the shape of a single element without dimensions. */
  public boolean isScalar() {
    return rankKnown && sizes.length == 0;
  }

  /** Whether some full shape is an instance of both. */
  public boolean isCompatibleWith(Shape other) {
    if (!rankKnown || !other.rankKnown) {
      return true;
    }
    if (sizes.length != other.sizes.length) {
      return false;
    }
    for (int i = 0; i < sizes.length; i++) {
      if (sizes[i] != other.sizes[i]
          && sizes[i] != UNKNOWN_SIZE
          && other.sizes[i] != UNKNOWN_SIZE) {
        return false;
      }
    }
    return true;
  }

  /** All that is known of either shape, which must be compatible. */
  public Shape mergeWith(Shape other) {
    if (!isCompatibleWith(other)) {
      throw WeirException.invalidArgument("shapes must be equal: %s and %s", this, other);
    }
    if (!rankKnown) {
      return other;
    }
    if (!other.rankKnown) {
      return this;
    }
    long[] merged = new long[sizes.length];
    for (int i = 0; i < merged.length; i++) {
      merged[i] = sizes[i] == UNKNOWN_SIZE ? other.sizes[i] : sizes[i];
    }
    return of(merged);
  }

  /** What is the same in both shapes; a dimension that differs becomes unknown. */
  public Shape generalizeWith(Shape other) {
    if (!rankKnown || !other.rankKnown || sizes.length != other.sizes.length) {
      return UNKNOWN;
    }
    long[] common = new long[sizes.length];
    for (int i = 0; i < common.length; i++) {
      common[i] = sizes[i] == other.sizes[i] ? sizes[i] : UNKNOWN_SIZE;
    }
    return of(common);
  }

  /** The dimensions {@code [from, to)}; unknown if the rank is. */
  public Shape slice(int from, int to) {
    return rankKnown ? of(Arrays.copyOfRange(sizes, from, to)) : UNKNOWN;
  }

  /** This shape's dimensions followed by those of another. */
  public Shape concat(Shape other) {
    if (!rankKnown || !other.rankKnown) {
      return UNKNOWN;
    }
    long[] all = Arrays.copyOf(sizes, sizes.length + other.sizes.length);
    System.arraycopy(other.sizes, 0, all, sizes.length, other.sizes.length);
    return of(all);
  }

  /** This shape with one size replaced. The rank must be known. */
  public Shape withSize(int i, long size) {
    long[] changed = sizes();
    changed[i < 0 ? i + changed.length : i] = size;
    return of(changed);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shape that
        && rankKnown == that.rankKnown
        && Arrays.equals(sizes, that.sizes);
  }

  @Override
  public int hashCode() {
    return rankKnown ? Arrays.hashCode(sizes) : -1;
  }

  /** {@code [2,3]}, {@code [2,?]}, {@code []} for a scalar, {@code <unknown>}. */
  @Override
  public String toString() {
    if (!rankKnown) {
      return "<unknown>";
    }
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < sizes.length; i++) {
      text.append(i == 0 ? "" : ",").append(sizes[i] == UNKNOWN_SIZE ? "?" : sizes[i]);
    }
    return text.append(']').toString();
  }
}
