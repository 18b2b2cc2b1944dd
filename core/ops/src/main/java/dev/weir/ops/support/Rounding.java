package dev.weir.ops.support;

import dev.weir.tensor.Bfloat16;
import dev.weir.tensor.DType;
import dev.weir.tensor.Float16;
import java.util.function.DoubleUnaryOperator;

/** Rounds what was computed in double precision as arithmetic in an element type would. */
public final class Rounding {
  private Rounding() {}

  /** To the nearest number of a floating-point type, or of the parts of a complex type. */
  public static DoubleUnaryOperator to(DType dtype) {
    return switch (dtype) {
      case FLOAT16 -> x -> Float16.toFloat(Float16.fromDouble(x));
      case BFLOAT16 -> x -> Bfloat16.toFloat(Bfloat16.fromDouble(x));
      case FLOAT32, COMPLEX64 -> x -> (float) x;
      default -> x -> x;
    };
  }
}
