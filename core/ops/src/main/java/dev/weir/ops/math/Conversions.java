package dev.weir.ops.math;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/** Conversions of elements between types. */
final class Conversions {
  private Conversions() {}

  /** Sets element {@code i} of y to element {@code i} of x. */
  @FunctionalInterface
  interface Element {
    void convert(Tensor x, Tensor y, long i);
  }

  /** The conversion from one type to another; toward 0 and not to the nearest if so wished. */
  static Element of(DType from, DType to, boolean truncates) {
    if (from.isObject() || to.isObject()) {
      throw WeirException.unimplemented("Cast from %s to %s is not supported", from, to);
    }
    // TensorFlow rounds a double that becomes a bfloat16 to the nearest all the same
    boolean isChopped = truncates && !(from == DType.FLOAT64 && to == DType.BFLOAT16);
    if (isChopped && isApproximate(from) && isApproximate(to) && precision(to) < precision(from)) {
      return truncating(precision(from) - precision(to), from);
    }
    if (to.isComplex()) {
      return (x, y, i) -> y.setComplex(i, x.getReal(i), x.getImaginary(i));
    }
    if (to == DType.BOOL && from.isComplex()) {
      return (x, y, i) -> y.setBoolean(i, x.getReal(i) != 0);
    }
    if (isApproximate(from)) {
      return (x, y, i) -> y.setDouble(i, x.getDouble(i));
    }
    // an integer becomes a half by way of float, and must not be rounded on the way to a double
    return isApproximate(to) && precision(to) <= precision(DType.FLOAT32)
        ? (x, y, i) -> y.setFloat(i, x.getFloat(i))
        : to == DType.FLOAT64
            ? (x, y, i) -> y.setDouble(i, x.getDouble(i))
            : (x, y, i) -> y.setLong(i, x.getLong(i));
  }

  private static boolean isApproximate(DType dtype) {
    return dtype.isFloating() || dtype.isComplex();
  }

  /** Bits after the point. */
  private static int precision(DType dtype) {
    return switch (dtype) {
      case FLOAT16 -> 10;
      case BFLOAT16 -> 7;
      case FLOAT32, COMPLEX64 -> 23;
      default -> 52;
    };
  }

  /** Clears the bits that have no place in the result, so that rounding finds nothing to do. */
  private static Element truncating(int bits, DType from) {
    boolean isDouble = from.realPart() == DType.FLOAT64;
    long mask = -1L << bits;
    return (x, y, i) -> {
      double real = chopped(x.getReal(i), isDouble, mask);
      if (y.dtype().isComplex()) {
        y.setComplex(i, real, chopped(x.getImaginary(i), isDouble, mask));
      } else {
        y.setDouble(i, real);
      }
    };
  }

  private static double chopped(double value, boolean isDouble, long mask) {
    return isDouble
        ? Double.longBitsToDouble(Double.doubleToRawLongBits(value) & mask)
        : Float.intBitsToFloat(Float.floatToRawIntBits((float) value) & (int) mask);
  }
}
