package dev.weir.ops.support;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.nio.ByteBuffer;
import java.util.List;

/** Elements as objects that are equal where the elements are. */
public final class Keys {
  private Keys() {}

  /** The key of an element; NaN equals nothing, the two zeros equal each other. */
  public static Object of(Tensor tensor, long i) {
    DType dtype = tensor.dtype();
    if (dtype == DType.STRING) {
      return ByteBuffer.wrap(tensor.getBytes(i));
    }
    if (dtype.isComplex()) {
      return List.of(number(tensor.getReal(i)), number(tensor.getImaginary(i)));
    }
    return dtype.isFloating() ? number(tensor.getDouble(i)) : Long.valueOf(tensor.getLong(i));
  }

  private static Object number(double value) {
    return Double.isNaN(value) ? new Object() : Double.valueOf(value + 0.0);
  }
}
