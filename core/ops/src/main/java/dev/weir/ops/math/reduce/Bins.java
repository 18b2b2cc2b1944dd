package dev.weir.ops.math.reduce;

import dev.weir.error.WeirException;
import dev.weir.ops.support.Accumulation;
import dev.weir.tensor.Tensor;

/** Counting into bins. */
final class Bins {
  private Bins() {}

  /**
   * Counts the integers at {@code [from, to)} into {@code size} bins from position {@code first}
   * on. Negative integers are refused, those too large are left out.
   *
   * @param weights what each integer counts; 1 if empty
   * @param isBinary whether only occurrence matters
   */
  static void count(
      Tensor values,
      long from,
      long to,
      Tensor weights,
      boolean isBinary,
      Tensor bins,
      long first,
      long size) {
    Accumulation.SUM.start(bins, first, first + size);
    for (long i = from; i < to; i++) {
      long value = values.getLong(i);
      if (value < 0) {
        throw WeirException.invalidArgument(
            "only integers that are not negative can be counted: element %d is %d", i, value);
      }
      if (value < size) {
        long bin = first + value;
        if (isBinary) {
          bins.setLong(bin, 1);
        } else if (weights.elements() == 0) {
          bins.setDouble(bin, bins.getDouble(bin) + 1);
        } else if (bins.dtype().isFloating()) {
          bins.setDouble(bin, bins.getDouble(bin) + weights.getDouble(i));
        } else {
          bins.setLong(bin, bins.getLong(bin) + weights.getLong(i));
        }
      }
    }
  }
}
