package dev.weir.kernels.vector.internal.nn;

import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.ElementRows;
import java.util.Arrays;

/**
 * Normalization of the channels of one pixel by their neighbors, in double precision, as loops over
 * arrays, of which C2 makes vectors. For one thread.
 */
final class LrnRow {
  /** {@code y = x / (bias + alpha Σ x²)^beta} over channels at most {@code radius} away. */
  record Rule(int radius, double bias, double alpha, double beta) {
    static Rule of(KernelSpec spec) {
      return new Rule(
          (int) Math.min(Integer.MAX_VALUE, spec.attrs().integer("depth_radius")),
          spec.attrs().floating("bias"),
          spec.attrs().floating("alpha"),
          spec.attrs().floating("beta"));
    }
  }

  private final Rule rule;
  private final ElementRows elements;
  private final int channels;
  private final double[] x;
  private final double[] terms;
  private final double[] sums;
  private final double[] powers;

  /** For elements of a type. */
  LrnRow(Rule rule, ElementRows elements, int channels) {
    this.rule = rule;
    this.elements = elements;
    this.channels = channels;
    this.x = new double[channels];
    this.terms = new double[channels];
    this.sums = new double[channels];
    this.powers = new double[channels];
  }

  void normalize(long in, long out) {
    divide(in);
    for (int c = 0; c < channels; c++) {
      powers[c] *= x[c];
    }
    elements.store(powers, 0, channels, out);
  }

  /** {@code dx = dy d^-beta - 2 alpha beta x Σ dy y / d}, d being what was divided by. */
  void gradient(long dy, long in, long y, long out) {
    divide(in);
    elements.load(y, terms, 0, channels);
    for (int c = 0; c < channels; c++) {
      terms[c] /= sums[c];
    }
    elements.load(dy, sums, 0, channels);
    for (int c = 0; c < channels; c++) {
      terms[c] *= sums[c];
      powers[c] *= sums[c];
    }
    sumNeighbors();
    double factor = 2 * rule.alpha() * rule.beta();
    for (int c = 0; c < channels; c++) {
      powers[c] -= factor * x[c] * sums[c];
    }
    elements.store(powers, 0, channels, out);
  }

  /** Sets {@code x}, what it is divided by in {@code sums}, and {@code powers} of that. */
  private void divide(long in) {
    elements.load(in, x, 0, channels);
    for (int c = 0; c < channels; c++) {
      terms[c] = x[c] * x[c];
    }
    sumNeighbors();
    for (int c = 0; c < channels; c++) {
      sums[c] = rule.bias() + rule.alpha() * sums[c];
    }
    if (rule.beta() == 0.5) {
      for (int c = 0; c < channels; c++) {
        powers[c] = 1 / Math.sqrt(sums[c]);
      }
    } else if (rule.beta() == 0.75) {
      for (int c = 0; c < channels; c++) {
        double root = Math.sqrt(sums[c]);
        powers[c] = 1 / (root * Math.sqrt(root));
      }
    } else {
      for (int c = 0; c < channels; c++) {
        powers[c] = Math.pow(sums[c], -rule.beta());
      }
    }
  }

  /** Adds up terms, a distance after the other: all channels at once. */
  private void sumNeighbors() {
    Arrays.fill(sums, 0);
    int radius = Math.min(rule.radius(), channels - 1);
    for (int distance = -radius; distance <= radius; distance++) {
      int first = Math.max(0, -distance);
      int end = channels - Math.max(0, distance);
      addShifted(sums, terms, distance, first, end);
    }
  }

  private static void addShifted(double[] sums, double[] terms, int distance, int first, int end) {
    for (int c = first; c < end; c++) {
      sums[c] += terms[c + distance];
    }
  }
}
