package dev.weir.kernels.vector.internal.segment;

import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.tensor.DType;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * What is made of the elements of a segment. An extreme that is compared with NaN gives way to the
 * newer of the two.
 */
enum Total {
  SUM,
  PRODUCT,
  MAXIMUM,
  MINIMUM;

  /** Makes a new total of real numbers. */
  DoubleBinaryOperator reals() {
    return switch (this) {
      case SUM -> Double::sum;
      case PRODUCT -> (x, y) -> x * y;
      case MAXIMUM -> (x, y) -> x > y ? x : y;
      case MINIMUM -> (x, y) -> x < y ? x : y;
    };
  }

  /** Makes a new total of integers; what is stored are the low bits. */
  LongBinaryOperator integers(boolean isUnsigned) {
    return switch (this) {
      case SUM -> Long::sum;
      case PRODUCT -> (x, y) -> x * y;
      case MAXIMUM -> isUnsigned ? (x, y) -> Long.compareUnsigned(x, y) > 0 ? x : y : Math::max;
      case MINIMUM -> isUnsigned ? (x, y) -> Long.compareUnsigned(x, y) < 0 ? x : y : Math::min;
    };
  }

  /** The total of no elements, as {@link ScalarType#bits}; of extremes a finite number. */
  long start(DType dtype) {
    boolean isReal = dtype.isFloating() || dtype.isComplex();
    return switch (this) {
      case SUM -> 0;
      case PRODUCT -> isReal ? Double.doubleToRawLongBits(1) : 1;
      case MAXIMUM -> isReal ? Double.doubleToRawLongBits(-greatestReal(dtype)) : least(dtype);
      case MINIMUM -> isReal ? Double.doubleToRawLongBits(greatestReal(dtype)) : ~least(dtype);
    };
  }

  private static double greatestReal(DType dtype) {
    return switch (dtype) {
      case FLOAT16 -> 65504;
      case BFLOAT16 -> 0x1.FEp127;
      case FLOAT32 -> Float.MAX_VALUE;
      default -> Double.MAX_VALUE;
    };
  }

  /** The least integer; the greatest one are the opposite bits. */
  private static long least(DType dtype) {
    return dtype.isUnsigned() ? 0 : -1L << Byte.SIZE * dtype.byteSize() - 1;
  }
}
