package dev.weir.kernels.vector.internal.rank;

import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.tensor.DType;
import java.lang.invoke.MethodHandles;

/** Loops over rows by the {@linkplain ScalarType#rank rank} of their elements. */
interface RankLoop {
  /** Sets {@code ranks} to those of neighboring elements. */
  void ranks(long at, int count, long[] ranks);

  /** Finds the greatest elements of a row, in order; of equal ones the first come first. */
  void greatest(long at, int count, Greatest greatest);

  /**
   * The position of the first element that is greater, or less, than all others and than any
   * infinity that could not be beaten. NaN counts for nothing.
   *
   * @param stride bytes from one element to the next
   */
  int extreme(long at, long stride, int count, boolean isGreatest);

  /** Finds the extremes of columns, row by row. */
  void extremes(long at, long stride, int rows, boolean isGreatest, long[] records, int[] places);

  /** Copies element {@code from} of a row to another. */
  void copy(long row, long from, long target);

  static RankLoop of(DType dtype) {
    return Specialized.copy(
        MethodHandles.lookup(), RankLoopTemplate.class, RankLoop.class, new Operation(dtype));
  }

  /** What a copy of the loops is made for. */
  record Operation(ScalarType element, long least, boolean isFloat) {
    Operation(DType dtype) {
      this(ScalarType.of(dtype), leastRank(dtype), dtype == DType.FLOAT32);
    }

    /** The rank of the number an element must beat to be an extreme. */
    private static long leastRank(DType dtype) {
      if (!dtype.isFloating()) {
        return Long.MIN_VALUE;
      }
      double least =
          switch (dtype) {
            case FLOAT16 -> -65504;
            case BFLOAT16 -> -0x1.FEp127;
            case FLOAT32 -> -Float.MAX_VALUE;
            default -> -Double.MAX_VALUE;
          };
      return Double.doubleToRawLongBits(least) ^ Long.MAX_VALUE;
    }
  }
}
