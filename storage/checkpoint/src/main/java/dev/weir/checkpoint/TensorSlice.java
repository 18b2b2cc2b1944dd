package dev.weir.checkpoint;

import dev.weir.error.WeirException;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A box cut out of a tensor, as the part of a partitioned variable that one device holds. Written
 * {@code 0,5:-}: the first five of the first dimension, all of the second.
 */
public record TensorSlice(List<Extent> extents) {
  /**
   * What is taken of one dimension.
   *
   * @param length how many; {@link #ALL} for the whole dimension
   */
  public record Extent(long start, long length) {
    /** The length of an extent that takes everything. */
    public static final long ALL = -1;

    private static final Extent WHOLE = new Extent(0, ALL);

    /** Refuses what lies outside of any tensor. */
    public Extent {
      boolean isWhole = length == ALL && start == 0;
      if (!isWhole && (start < 0 || length < 0 || start > Long.MAX_VALUE - length)) {
        throw WeirException.invalidArgument(
            "a slice cannot take %d elements from %d on", length, start);
      }
    }

    /** Whether it takes everything, however much that is. */
    public boolean isWhole() {
      return length == ALL;
    }

    @Override
    public String toString() {
      return isWhole() ? "-" : start + "," + length;
    }
  }

  /** Copies. */
  public TensorSlice {
    extents = List.copyOf(extents);
  }

  /** All of a tensor of this rank. */
  public static TensorSlice whole(int rank) {
    return new TensorSlice(Collections.nCopies(rank, Extent.WHOLE));
  }

  /** Reads {@code 0,5:-}; the empty text is the slice of a scalar. */
  public static TensorSlice parse(String text) {
    List<Extent> extents = new ArrayList<>();
    if (!text.isEmpty()) {
      for (String part : text.split(":", -1)) {
        extents.add(extent(part, text));
      }
    }
    return new TensorSlice(extents);
  }

  private static Extent extent(String part, String text) {
    if (part.equals("-")) {
      return Extent.WHOLE;
    }
    int comma = part.indexOf(',');
    try {
      long start = Long.parseLong(part.substring(0, Math.max(comma, 0)));
      long length = Long.parseLong(part.substring(comma + 1));
      if (start >= 0 && length > 0) {
        return new Extent(start, length);
      }
    } catch (NumberFormatException e) {
      throw notASlice(part, text);
    }
    throw notASlice(part, text);
  }

  private static WeirException notASlice(String part, String text) {
    return WeirException.invalidArgument(
        "Expected a pair of numbers or '-' but got '%s': a slice is written like 0,5:-, got %s",
        part, text);
  }

  /** How many dimensions. */
  public int rank() {
    return extents.size();
  }

  /** The shape of the slice of a tensor of this shape; refused if it lies outside. */
  public Shape shapeIn(Shape whole) {
    if (whole.rank() != rank()) {
      throw WeirException.invalidArgument(
          "the slice %s has rank %d, the tensor is %s", this, rank(), whole);
    }
    long[] sizes = whole.sizes();
    for (int d = 0; d < sizes.length; d++) {
      Extent extent = extents.get(d);
      if (!extent.isWhole()) {
        if (extent.start() + extent.length() > sizes[d]) {
          throw WeirException.invalidArgument(
              "the slice %s lies outside of a tensor of shape %s", this, whole);
        }
        sizes[d] = extent.length();
      }
    }
    return Shape.of(sizes);
  }

  /** Whether it takes everything of a tensor of this shape. */
  public boolean isWholeOf(Shape whole) {
    return shapeIn(whole).equals(whole);
  }

  /** Where it starts in a dimension. */
  public long start(int dimension) {
    return extents.get(dimension).start();
  }

  @Override
  public String toString() {
    return extents.stream().map(Extent::toString).collect(Collectors.joining(":"));
  }
}
