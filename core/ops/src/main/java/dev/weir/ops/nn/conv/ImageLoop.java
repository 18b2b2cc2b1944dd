package dev.weir.ops.nn.conv;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Tensor;

/**
 * A computation that makes an image of an image and a filter, in double precision or, for integers,
 * wrapping.
 */
interface ImageLoop {
  /** Adds to an image of zeros. */
  void reals(KernelContext context, double[] from, double[] filter, double[] to);

  /** Adds to an image of zeros. */
  void integers(KernelContext context, long[] from, long[] filter, long[] to);

  /** Runs it for all images, several at a time. */
  default void forEach(KernelContext context, ImageNumbers from, Tensor filter, ImageNumbers to) {
    long images = to.tensor().shape().size(0);
    if (to.tensor().elements() == 0) {
      return;
    }
    boolean isReal = filter.dtype().isFloating();
    double[] reals = isReal ? ImageNumbers.doubles(filter) : new double[0];
    long[] integers = isReal ? new long[0] : ImageNumbers.longs(filter);
    context
        .parallel()
        .forRange(
            images,
            1,
            (first, end) -> {
              for (long n = first; n < end; n++) {
                if (isReal) {
                  double[] image = new double[to.size()];
                  reals(context, from.doubles(n), reals, image);
                  to.set(n, image);
                } else {
                  long[] image = new long[to.size()];
                  integers(context, from.longs(n), integers, image);
                  to.set(n, image);
                }
              }
            });
  }
}
