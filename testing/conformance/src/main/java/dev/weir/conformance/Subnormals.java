package dev.weir.conformance;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/**
 * Numbers too small for all the bits of their type. TensorFlow takes them for 0, as inputs and as
 * results, on the threads that run its kernels; Java has no such mode.
 */
final class Subnormals {
  private Subnormals() {}

  /** The tensor with 0 for subnormal numbers; itself if it has none. */
  static Tensor flushed(Tensor tensor) {
    boolean isFloating = tensor.dtype() == DType.FLOAT32 || tensor.dtype() == DType.FLOAT64;
    double least = tensor.dtype() == DType.FLOAT32 ? Float.MIN_NORMAL : Double.MIN_NORMAL;
    boolean hasAny = false;
    for (long i = 0; isFloating && i < tensor.elements(); i++) {
      hasAny |= isBelow(tensor.getDouble(i), least);
    }
    if (!hasAny) {
      return tensor;
    }
    Tensor flushed = Tensor.allocate(tensor.dtype(), tensor.shape());
    for (long i = 0; i < tensor.elements(); i++) {
      double value = tensor.getDouble(i);
      flushed.setDouble(i, isBelow(value, least) ? Math.copySign(0, value) : value);
    }
    return flushed.freeze();
  }

  private static boolean isBelow(double value, double least) {
    return value != 0 && Math.abs(value) < least;
  }
}
