package dev.weir.ops.support;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.kernel.RowChoice;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;

/**
 * Where in a tensor the slices begin that the rows of an index tensor name: each row has a number
 * for each of the first dimensions.
 */
public final class Places {
  private final Tensor indices;
  private final Shape shape;
  private final int depth;
  private final long sliceSize;
  private final boolean skipsBad;

  private Places(Tensor indices, Shape shape, boolean skipsBad) {
    this.indices = indices;
    this.shape = shape;
    this.depth = Math.toIntExact(indices.shape().size(-1));
    this.sliceSize = shape.elements(depth, shape.rank());
    this.skipsBad = skipsBad;
  }

  /** The places that these indices name in a tensor of this shape. */
  public static Places of(Tensor indices, Shape shape, boolean skipsBad) {
    return new Places(indices, shape, skipsBad);
  }

  /** Whether places that do not exist are left out rather than refused. */
  public static boolean skipsBad(Attributes attrs) {
    String policy = attrs.string("bad_indices_policy");
    return switch (policy) {
      case "", "DEFAULT", "ERROR" -> false;
      case "IGNORE" -> true;
      default ->
          throw WeirException.invalidArgument(
              "bad_indices_policy must be DEFAULT, ERROR or IGNORE, got \"%s\"", policy);
    };
  }

  /** The rows of a table that these places are. */
  public RowChoice rows() {
    return new RowChoice(indices, shape, 0, 0, depth, skipsBad);
  }

  /** How many places there are. */
  public long count() {
    return indices.shape().elements(0, indices.shape().rank() - 1);
  }

  /** The number of elements at each place. */
  public long sliceSize() {
    return sliceSize;
  }

  /** The position of the first element of place {@code n}; -1 if it does not exist. */
  public long at(long n) {
    long position = 0;
    for (int d = 0; d < depth; d++) {
      long index = indices.getLong(n * depth + d);
      if (index < 0 || index >= shape.size(d)) {
        if (skipsBad) {
          return -1;
        }
        throw WeirException.invalidArgument(
            "indices must lie within %s, number %d is %s", shape, n, text(n));
      }
      position = position * shape.size(d) + index;
    }
    return position * sliceSize;
  }

  private String text(long n) {
    long[] index = new long[depth];
    Arrays.setAll(index, d -> indices.getLong(n * depth + d));
    return Arrays.toString(index);
  }
}
