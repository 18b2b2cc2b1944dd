package dev.weir.kernels.vector.internal.rank;

import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.tensor.DType;
import java.lang.invoke.MethodHandles;

/** Loops that count elements. */
interface CountLoop {
  /** The position of the first negative integer; {@code count} if there is none. */
  long firstNegative(long at, long count);

  /** Counts the integers below {@code counts.length}; none is negative. */
  void tally(long at, long count, int[] counts);

  /** Adds a weight, or 1 if {@code weights} is 0, to bin n for every integer n that has one. */
  void weigh(long at, long count, long weights, ScalarType bin, long bins, long size);

  /** Counts numbers in bins of a width from a lower bound on. */
  void histogram(long at, long count, double low, double width, int[] counts);

  /** Collects the positions in a row of elements that are not 0; returns how many. */
  int positions(long at, int count, int[] positions);

  /** For each element how many of the sorted {@code boundaries} are not above it. */
  void buckets(long at, long count, double[] boundaries, long out);

  static CountLoop of(DType dtype) {
    return Specialized.copy(
        MethodHandles.lookup(), CountLoopTemplate.class, CountLoop.class, new Operation(dtype));
  }

  /**
   * What a copy of the loops is made for.
   *
   * @param parts of an element: 2 if it is complex
   */
  record Operation(ScalarType element, int parts, boolean isLong) {
    Operation(DType dtype) {
      this(ScalarType.of(dtype), dtype.isComplex() ? 2 : 1, dtype == DType.INT64);
    }
  }
}
