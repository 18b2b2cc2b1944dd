package dev.weir.ops.support;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.Comparator;

/** The order of the elements of a row by value. */
public final class Ranking {
  private Ranking() {}

  /** {@code 0, 1, 2, …}: the positions in a row, for a stable sort. */
  public static Long[] positions(long count) {
    Long[] positions = new Long[Math.toIntExact(count)];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = (long) i;
    }
    return positions;
  }

  /** Compares positions in the row that begins at {@code first} by their elements; NaN is last. */
  public static Comparator<Long> by(Tensor x, long first) {
    DType dtype = x.dtype();
    return dtype.isFloating()
        ? (a, b) -> compare(x.getDouble(first + a), x.getDouble(first + b))
        : (a, b) -> Limits.compare(dtype, x.getLong(first + a), x.getLong(first + b));
  }

  /** The two zeros are equal. */
  private static int compare(double a, double b) {
    return a == b ? 0 : Double.compare(a, b);
  }
}
