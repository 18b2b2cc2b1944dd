package dev.weir.ops.control;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/** The first elements of a tensor on one line, as ops that print show them. */
final class Summary {
  private Summary() {}

  /** {@code [1 2 3...]}; all elements if {@code shown} is negative. */
  static String of(Tensor tensor, long shown) {
    long count = shown < 0 ? tensor.elements() : Math.min(shown, tensor.elements());
    StringBuilder text = new StringBuilder("[");
    for (long i = 0; i < count; i++) {
      text.append(i == 0 ? "" : " ").append(element(tensor, i));
    }
    return text.append(count < tensor.elements() ? "...]" : "]").toString();
  }

  private static String element(Tensor tensor, long i) {
    DType dtype = tensor.dtype();
    if (dtype == DType.STRING) {
      return tensor.getString(i);
    }
    if (dtype.isObject()) {
      return String.valueOf(tensor.getObject(i));
    }
    if (dtype.isComplex()) {
      return "(" + tensor.getReal(i) + "," + tensor.getImaginary(i) + ")";
    }
    if (dtype == DType.FLOAT64) {
      return Double.toString(tensor.getDouble(i));
    }
    return dtype.isFloating()
        ? Float.toString(tensor.getFloat(i))
        : Long.toString(tensor.getLong(i));
  }
}
