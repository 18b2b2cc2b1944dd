package dev.weir.kernels.vector.internal.linalg;

/**
 * Loops over rows of numbers. Each row is an array of its own: C2 makes vectors of a loop only if
 * it sees that what is written and what is read do not overlap. More than four rows at a time are
 * slower.
 */
final class RowLoops {
  private RowLoops() {}

  /** {@code y += factor x}. */
  static void add(double[] y, double[] x, double factor, int from, int to) {
    for (int j = from; j < to; j++) {
      y[j] += factor * x[j];
    }
  }

  /** {@code y += f0 a + f1 b}. */
  static void addTwo(double[] y, double[] a, double[] b, double f0, double f1, int from, int to) {
    for (int j = from; j < to; j++) {
      y[j] += f0 * a[j] + f1 * b[j];
    }
  }

  /**
   * {@code y += f[0] a + f[1] b + f[2] c + f[3] d}, the factors from {@code at} on times a sign.
   */
  static void addFour(
      double[] y,
      double[] a,
      double[] b,
      double[] c,
      double[] d,
      double[] factors,
      int at,
      double sign,
      int from,
      int to) {
    double f0 = sign * factors[at];
    double f1 = sign * factors[at + 1];
    double f2 = sign * factors[at + 2];
    double f3 = sign * factors[at + 3];
    for (int j = from; j < to; j++) {
      y[j] += f0 * a[j] + f1 * b[j] + f2 * c[j] + f3 * d[j];
    }
  }

  /** {@code y += (re + i im) x} for complex rows. */
  static void addComplex(
      double[] yRe,
      double[] yIm,
      double[] xRe,
      double[] xIm,
      double re,
      double im,
      int from,
      int to) {
    for (int j = from; j < to; j++) {
      yRe[j] += re * xRe[j] - im * xIm[j];
    }
    for (int j = from; j < to; j++) {
      yIm[j] += re * xIm[j] + im * xRe[j];
    }
  }

  static void scale(double[] x, double factor, int from, int to) {
    for (int j = from; j < to; j++) {
      x[j] *= factor;
    }
  }

  /** {@code x, y = c x - s y, s x + c y}. */
  static void rotate(double[] x, double[] y, double c, double s, int from, int to) {
    for (int j = from; j < to; j++) {
      double a = x[j];
      double b = y[j];
      x[j] = c * a - s * b;
      y[j] = s * a + c * b;
    }
  }

  /** The sum of products, in several sums that do not wait for each other. */
  static double dot(double[] x, double[] y, int from, int to) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int j = from;
    for (; j < to - 7; j += 8) {
      s0 += x[j] * y[j];
      s1 += x[j + 1] * y[j + 1];
      s2 += x[j + 2] * y[j + 2];
      s3 += x[j + 3] * y[j + 3];
      s4 += x[j + 4] * y[j + 4];
      s5 += x[j + 5] * y[j + 5];
      s6 += x[j + 6] * y[j + 6];
      s7 += x[j + 7] * y[j + 7];
    }
    for (; j < to; j++) {
      s0 += x[j] * y[j];
    }
    return s0 + s1 + (s2 + s3) + (s4 + s5 + (s6 + s7));
  }
}
