package dev.weir.kernels.vector.internal.linalg;

/**
 * The product of some reflections as {@code I - V T V*}: what many reflections do to a matrix is
 * done by two products. Rows of the matrix before {@code first} are not touched.
 */
final class ReflectorBlock {
  /** Reflections in a block. */
  static final int SIZE = 32;

  /** The fewest columns of a part. */
  private static final int MIN_COLUMNS = 32;

  private final int first;
  private final HeapMatrix v;
  private final HeapMatrix adjoint;
  private final HeapMatrix t;

  /**
   * A block.
   *
   * @param first the row of a matrix where vectors begin
   * @param vectors the vectors as rows, from column 0 on, with zeros before their ones
   * @param reflectors with the conjugates of the factors
   */
  ReflectorBlock(int first, HeapMatrix vectors, Reflector[] reflectors) {
    this.first = first;
    this.v = conjugated(vectors.adjoint());
    this.adjoint = v.adjoint();
    this.t = vectors.zerosLike(reflectors.length, reflectors.length);
    HeapMatrix products = adjoint.times(v, RowTasks.SERIAL);
    for (int c = 0; c < reflectors.length; c++) {
      double re = reflectors[c].tauRe();
      double im = reflectors[c].tauIm();
      t.re[c][c] = re;
      if (t.im != null) {
        t.im[c][c] = im;
      }
      for (int i = 0; i < c; i++) {
        addAbove(products, i, c, re, im);
      }
    }
  }

  /** {@code t[i, c] = -tau sum of t[i, p] products[p, c]} over p from i to c. */
  private void addAbove(HeapMatrix products, int i, int c, double tauRe, double tauIm) {
    double re = 0;
    double im = 0;
    for (int p = i; p < c; p++) {
      double x = t.re[i][p];
      double y = t.imaginary(i, p);
      double a = products.re[p][c];
      double b = products.imaginary(p, c);
      re += x * a - y * b;
      im += x * b + y * a;
    }
    t.re[i][c] = -(re * tauRe - im * tauIm);
    if (t.im != null) {
      t.im[i][c] = -(re * tauIm + im * tauRe);
    }
  }

  private static HeapMatrix conjugated(HeapMatrix matrix) {
    if (matrix.im != null) {
      for (double[] row : matrix.im) {
        RowLoops.scale(row, -1, 0, row.length);
      }
    }
    return matrix;
  }

  /** Multiplies columns of a matrix from the left with this, or with its adjoint. */
  void apply(HeapMatrix matrix, boolean isAdjoint, int firstColumn, RowTasks tasks) {
    HeapMatrix below = matrix.rowsFrom(first);
    HeapMatrix middle = isAdjoint ? t.adjoint() : t;
    int width = matrix.columns - firstColumn;
    int parts = Math.max(1, width / MIN_COLUMNS);
    long work = 4L * v.rows * v.columns * MIN_COLUMNS;
    tasks.run(
        parts,
        work,
        (firstPart, lastPart) -> {
          int from = firstColumn + firstPart * MIN_COLUMNS;
          int to = lastPart == parts ? matrix.columns : firstColumn + lastPart * MIN_COLUMNS;
          apply(below, middle, from, to);
        });
  }

  private void apply(HeapMatrix below, HeapMatrix middle, int from, int to) {
    if (from >= to) {
      return;
    }
    HeapMatrix products = below.zerosLike(v.columns, to);
    HeapMatrix turned = below.zerosLike(v.columns, to);
    products.addProduct(0, v.columns, 1, adjoint, 0, v.rows, below, from, to);
    turned.addProduct(0, v.columns, 1, middle, 0, v.columns, products, from, to);
    below.addProduct(0, v.rows, -1, v, 0, v.columns, turned, from, to);
  }
}
