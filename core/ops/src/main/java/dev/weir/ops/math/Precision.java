package dev.weir.ops.math;

import dev.weir.tensor.Bfloat16;
import dev.weir.tensor.DType;
import dev.weir.tensor.Float16;
import java.util.function.DoubleUnaryOperator;

/** Rounds intermediate results as arithmetic in an element type would. */
final class Precision {
  private Precision() {}

  /** To the nearest number of a floating-point type. */
  static DoubleUnaryOperator of(DType dtype) {
    return switch (dtype) {
      case FLOAT16 -> x -> Float16.toFloat(Float16.fromDouble(x));
      case BFLOAT16 -> x -> Bfloat16.toFloat(Bfloat16.fromDouble(x));
      case FLOAT32, COMPLEX64 -> x -> (float) x;
      default -> x -> x;
    };
  }

  /** To the nearest whole number towards 0. */
  static double truncate(double x) {
    return x < 0 ? Math.ceil(x) : Math.floor(x);
  }
}
