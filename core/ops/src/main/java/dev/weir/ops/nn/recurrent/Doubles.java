package dev.weir.ops.nn.recurrent;

import dev.weir.tensor.Tensor;

/** Elements of tensors as arrays to compute with. */
final class Doubles {
  private Doubles() {}

  /** So many elements from one on. */
  static double[] of(Tensor tensor, long from, int count) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = tensor.getDouble(from + i);
    }
    return values;
  }

  /** Puts values in a tensor, from an element on. */
  static void write(double[] values, Tensor tensor, long from) {
    for (int i = 0; i < values.length; i++) {
      tensor.setDouble(from + i, values[i]);
    }
  }
}
