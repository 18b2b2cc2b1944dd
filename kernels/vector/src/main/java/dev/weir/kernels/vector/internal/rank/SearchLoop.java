package dev.weir.kernels.vector.internal.rank;

import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.tensor.DType;
import java.lang.invoke.MethodHandles;

/** Finds the place of a value in a sorted row. */
interface SearchLoop {
  /** What a copy of the loop is made for. */
  record Operation(ScalarType element, boolean goesAfterEqual) {}

  /** How many elements of a row are in front of a value. */
  long place(long row, long width, long value);

  static SearchLoop of(DType dtype, boolean goesAfterEqual) {
    return Specialized.copy(
        MethodHandles.lookup(),
        SearchLoopTemplate.class,
        SearchLoop.class,
        new Operation(ScalarType.of(dtype), goesAfterEqual));
  }
}
