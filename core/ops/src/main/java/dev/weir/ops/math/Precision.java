package dev.weir.ops.math;

import dev.weir.ops.support.Rounding;
import dev.weir.tensor.DType;
import java.util.function.DoubleUnaryOperator;

/** Rounds intermediate results as arithmetic in an element type would. */
final class Precision {
  private Precision() {}

  /** To the nearest number of a floating-point type. */
  static DoubleUnaryOperator of(DType dtype) {
    return Rounding.to(dtype);
  }

  /** To the nearest whole number toward 0. */
  static double truncate(double x) {
    return x < 0 ? Math.ceil(x) : Math.floor(x);
  }
}
