package dev.weir.ops.nn.conv;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.Arrays;

/**
 * Which sums of input and filter are the largest, for one image.
 *
 * @param places the element of the image that is in the sum for each element of the output; -1 if
 *     none is
 * @param taps the element of the filter that is
 */
record DilationWinners(int[] places, int[] taps) {
  static DilationWinners of(
      KernelContext context,
      ConvolutionPlan plan,
      Tensor input,
      long image,
      Tensor filter,
      int outputs) {
    int[] places = new int[outputs];
    int[] taps = new int[outputs];
    Arrays.fill(places, -1);
    DType dtype = input.dtype();
    if (dtype.isFloating()) {
      double[] largest = new double[outputs];
      plan.forEach(
          context,
          (in, tap, out) -> {
            double sum = input.getDouble(image + in) + filter.getDouble(tap);
            if (places[out] < 0 || sum > largest[out]) {
              largest[out] = sum;
              places[out] = in;
              taps[out] = tap;
            }
          });
      return new DilationWinners(places, taps);
    }
    // xor with the least number turns the order of unsigned ones into that of signed ones
    long flip = dtype == DType.UINT64 ? Long.MIN_VALUE : 0;
    long[] largest = new long[outputs];
    plan.forEach(
        context,
        (in, tap, out) -> {
          long sum = wrap(dtype, input.getLong(image + in) + filter.getLong(tap)) ^ flip;
          if (places[out] < 0 || sum > largest[out]) {
            largest[out] = sum;
            places[out] = in;
            taps[out] = tap;
          }
        });
    return new DilationWinners(places, taps);
  }

  /** The low bits of a number, as an element of an integer type. */
  private static long wrap(DType dtype, long value) {
    int unused = Long.SIZE - Byte.SIZE * dtype.byteSize();
    return dtype.isUnsigned() ? value << unused >>> unused : value << unused >> unused;
  }
}
