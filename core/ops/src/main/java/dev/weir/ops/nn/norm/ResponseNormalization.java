package dev.weir.ops.nn.norm;

import dev.weir.graph.Attributes;
import dev.weir.tensor.Tensor;

/**
 * Normalization by neighboring channels: {@code x / (bias + alpha Σ x²)^beta}, the sum being over
 * the channels at most {@code radius} away.
 */
record ResponseNormalization(long radius, double bias, double alpha, double beta) {
  static ResponseNormalization of(Attributes attrs) {
    return new ResponseNormalization(
        attrs.integer("depth_radius"),
        attrs.floating("bias"),
        attrs.floating("alpha"),
        attrs.floating("beta"));
  }

  long first(long channel) {
    return Math.max(0, channel - radius);
  }

  long end(long channel, long channels) {
    return Math.min(channels, channel + Math.min(radius, channels) + 1);
  }

  /** What a channel is divided by, before it is raised to beta; channels begin at {@code at}. */
  double divisor(Tensor input, long at, long channel, long channels) {
    double sum = 0;
    for (long c = first(channel); c < end(channel, channels); c++) {
      double x = input.getDouble(at + c);
      sum += x * x;
    }
    return bias + alpha * sum;
  }
}
