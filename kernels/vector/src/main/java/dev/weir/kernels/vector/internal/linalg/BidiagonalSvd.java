package dev.weir.kernels.vector.internal.linalg;

/**
 * The singular values of a real matrix with a diagonal and one above it, by implicit QR steps, and
 * the rotations as rows of two matrices: these become the singular vectors.
 */
final class BidiagonalSvd {
  private static final double TINY = 0x1p-53;
  private static final int MAX_STEPS = 200;

  private final double[] d;
  private final double[] e;
  private final double[][] left;
  private final double[][] right;
  private double least;

  // the last rotation
  private double cosine;
  private double sine;
  private double length;

  private BidiagonalSvd(double[] d, double[] e, double[][] left, double[][] right) {
    this.d = d;
    this.e = e;
    this.left = left;
    this.right = right;
  }

  /**
   * Makes a matrix diagonal, with elements of at least 0 in any order.
   *
   * @param d the diagonal
   * @param e what is above it; overwritten
   * @param left rows to rotate, or none
   * @param right rows to rotate, or none
   */
  static void of(double[] d, double[] e, double[][] left, double[][] right) {
    double largest = 0;
    for (int i = 0; i < d.length; i++) {
      largest = Math.max(largest, Math.max(Math.abs(d[i]), Math.abs(e[i])));
    }
    if (largest == 0) {
      return;
    }
    // with elements of at most 1, squares do not overflow
    int exponent = Math.getExponent(largest);
    scale(d, -exponent);
    scale(e, -exponent);
    BidiagonalSvd svd = new BidiagonalSvd(d, e, left, right);
    svd.least = TINY * 0x1p-4;
    for (int last = d.length - 1; last >= 0; last--) {
      svd.converge(last);
    }
    scale(d, exponent);
    for (int i = 0; i < d.length; i++) {
      if (d[i] < 0) {
        d[i] = -d[i];
        if (right.length > 0) {
          RowLoops.scale(right[i], -1, 0, right[i].length);
        }
      }
    }
  }

  private static void scale(double[] numbers, int exponent) {
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Math.scalb(numbers[i], exponent);
    }
  }

  private void converge(int last) {
    for (int step = 0; step < MAX_STEPS; step++) {
      int first = last;
      while (first > 0 && !isNegligible(first - 1)) {
        first--;
      }
      if (first > 0) {
        e[first - 1] = 0;
      }
      if (first == last) {
        return;
      }
      int zero = zeroOf(first, last);
      if (zero < 0) {
        step(first, last);
      } else if (zero == last) {
        clearColumn(first, last);
      } else {
        clearRow(zero, last);
      }
    }
  }

  private boolean isNegligible(int i) {
    return Math.abs(e[i]) <= Math.max(TINY * (Math.abs(d[i]) + Math.abs(d[i + 1])), 0x1p-400);
  }

  /** The place of a 0 on the diagonal, or -1. */
  private int zeroOf(int first, int last) {
    for (int i = last; i >= first; i--) {
      if (Math.abs(d[i]) <= least * TINY) {
        d[i] = 0;
        return i;
      }
    }
    return -1;
  }

  /** Clears what is right of a 0 on the diagonal with the rows below. */
  private void clearRow(int zero, int last) {
    double over = e[zero];
    e[zero] = 0;
    for (int i = zero + 1; i <= last && over != 0; i++) {
      rotation(d[i], over);
      d[i] = length;
      over = i < last ? -sine * e[i] : 0;
      if (i < last) {
        e[i] *= cosine;
      }
      rotate(left, i, zero);
    }
  }

  /** Clears what is above a 0 at the end of the diagonal with the columns before. */
  private void clearColumn(int first, int last) {
    double over = e[last - 1];
    e[last - 1] = 0;
    for (int i = last - 1; i >= first && over != 0; i--) {
      rotation(d[i], over);
      d[i] = length;
      over = i > first ? -sine * e[i - 1] : 0;
      if (i > first) {
        e[i - 1] *= cosine;
      }
      rotate(right, i, last);
    }
  }

  private void step(int first, int last) {
    double shift = shift(d[last - 1], e[last - 1], d[last]);
    double f = (Math.abs(d[first]) - shift) * (Math.signum(d[first]) + shift / d[first]);
    double g = e[first];
    for (int i = first; i < last; i++) {
      rotation(f, g);
      if (i > first) {
        e[i - 1] = length;
      }
      f = cosine * d[i] + sine * e[i];
      e[i] = cosine * e[i] - sine * d[i];
      g = sine * d[i + 1];
      d[i + 1] *= cosine;
      rotate(right, i, i + 1);
      rotation(f, g);
      d[i] = length;
      f = cosine * e[i] + sine * d[i + 1];
      d[i + 1] = cosine * d[i + 1] - sine * e[i];
      if (i < last - 1) {
        g = sine * e[i + 1];
        e[i + 1] *= cosine;
      }
      rotate(left, i, i + 1);
    }
    e[last - 1] = f;
  }

  /** The smaller singular value of {@code [[f, g], [0, h]]}. */
  private static double shift(double f, double g, double h) {
    double small = Math.min(Math.abs(f), Math.abs(h));
    double large = Math.max(Math.abs(f), Math.abs(h));
    if (small == 0) {
      return 0;
    }
    double over = Math.abs(g);
    double sum = Math.sqrt((large + small) * (large + small) + over * over);
    double difference = Math.sqrt((large - small) * (large - small) + over * over);
    return 2 * small * large / (sum + difference);
  }

  /** The rotation that makes (f, g) a multiple of (1, 0). */
  private void rotation(double f, double g) {
    if (g == 0) {
      cosine = 1;
      sine = 0;
      length = f;
      return;
    }
    double square = f * f + g * g;
    length = square < 0x1p-900 ? Math.hypot(f, g) : Math.sqrt(square);
    cosine = f / length;
    sine = g / length;
  }

  private void rotate(double[][] rows, int i, int j) {
    if (rows.length > 0 && sine != 0) {
      RowLoops.rotate(rows[i], rows[j], cosine, -sine, 0, rows[i].length);
    }
  }
}
