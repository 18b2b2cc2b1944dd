package dev.weir.kernels.vector.internal.nn;

import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.tensor.DType;
import java.lang.invoke.MethodHandles;

/** Copies rows of real numbers to arrays of doubles, and back. */
interface WideRows {
  /** Fills an array. */
  void load(long from, double[] row);

  /** Stores an array, rounded. */
  void store(double[] row, long to);

  /** Stores one number, rounded. */
  void store(double number, long to);

  static WideRows of(DType dtype) {
    return Specialized.copy(
        MethodHandles.lookup(), WideRowsTemplate.class, WideRows.class, ScalarType.of(dtype));
  }
}
