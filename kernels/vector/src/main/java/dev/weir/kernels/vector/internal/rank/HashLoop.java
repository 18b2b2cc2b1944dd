package dev.weir.kernels.vector.internal.rank;

import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.tensor.DType;
import java.lang.invoke.MethodHandles;

/** Loops that look up elements among others. NaN is like nothing; the two zeros are alike. */
interface HashLoop {
  /** Sets the place of each element among the different ones, in order of first occurrence. */
  void places(long at, int count, ElementTable seen, ScalarType index, long places);

  /** Adds elements to a table. */
  void addAll(long at, int count, ElementTable seen);

  /** Collects the positions of elements that are not in a table; returns how many. */
  int missing(long at, int count, ElementTable seen, int[] positions);

  static HashLoop of(DType dtype) {
    return Specialized.copy(
        MethodHandles.lookup(), HashLoopTemplate.class, HashLoop.class, ScalarType.of(dtype));
  }
}
