package dev.weir.kernels.vector.internal.linalg;

import java.util.Arrays;

/**
 * {@code A = L B R*} for matrices with at least as many rows as columns, B real with a diagonal and
 * one above it, by reflections from both sides in turn.
 */
final class Bidiagonalization {
  final double[] diagonal;

  /** What is above the diagonal; the last element is 0. */
  final double[] above;

  private final HeapMatrix left;
  private final HeapMatrix right;
  private final Reflector[] leftReflectors;
  private final Reflector[] rightReflectors;

  /** Of a matrix, which is overwritten. */
  Bidiagonalization(HeapMatrix a) {
    int n = a.columns;
    diagonal = new double[n];
    above = new double[n];
    left = a.zerosLike(n, a.rows);
    right = a.zerosLike(Math.max(0, n - 1), n);
    leftReflectors = new Reflector[n];
    rightReflectors = new Reflector[right.rows];
    HeapMatrix work = a.zerosLike(1, n);
    for (int k = 0; k < n; k++) {
      diagonal[k] = reflectColumn(a, k, work);
      if (k < n - 1) {
        above[k] = reflectRow(a, k);
      }
    }
  }

  private double reflectColumn(HeapMatrix a, int k, HeapMatrix work) {
    int n = a.columns;
    for (int i = k; i < a.rows; i++) {
      left.re[k][i] = a.re[i][k];
      if (left.im != null && a.im != null) {
        left.im[k][i] = a.im[i][k];
      }
    }
    Reflector reflector = Reflector.of(left, k, k, a.rows);
    leftReflectors[k] = reflector;
    if (reflector.isIdentity() || k == n - 1) {
      return reflector.beta();
    }
    Arrays.fill(work.re[0], k + 1, n, 0);
    HeapMatrix conjugates = left;
    if (work.im != null) {
      Arrays.fill(work.im[0], k + 1, n, 0);
      conjugates = conjugate(left, k, k);
    }
    work.addRows(0, 1, conjugates, left.im == null ? k : 0, k, a.rows, a, k + 1, n);
    for (int i = k; i < a.rows; i++) {
      subtract(a, i, work, 0, left.re[k][i], left.imaginary(k, i), reflector, k + 1);
    }
    return reflector.beta();
  }

  /** Subtracts from a row another one times a number and tau. */
  private static void subtract(
      HeapMatrix a,
      int i,
      HeapMatrix other,
      int row,
      double re,
      double im,
      Reflector reflector,
      int from) {
    double factorRe = re * reflector.tauRe() + im * reflector.tauIm();
    if (a.im == null || other.im == null) {
      RowLoops.add(a.re[i], other.re[row], -factorRe, from, a.columns);
      return;
    }
    double factorIm = im * reflector.tauRe() - re * reflector.tauIm();
    RowLoops.addComplex(
        a.re[i], a.im[i], other.re[row], other.im[row], -factorRe, -factorIm, from, a.columns);
  }

  private static HeapMatrix conjugate(HeapMatrix vectors, int k, int from) {
    HeapMatrix row = vectors.zerosLike(1, vectors.columns);
    System.arraycopy(vectors.re[k], from, row.re[0], from, row.columns - from);
    if (row.im != null && vectors.im != null) {
      RowLoops.add(row.im[0], vectors.im[k], -1, from, row.columns);
    }
    return row;
  }

  /** Clears what is right of the next column; the vector is that of the row's conjugate. */
  private double reflectRow(HeapMatrix a, int k) {
    int n = a.columns;
    int from = k + 1;
    System.arraycopy(a.re[k], from, right.re[k], from, n - from);
    if (right.im != null && a.im != null) {
      RowLoops.add(right.im[k], a.im[k], -1, from, n);
    }
    Reflector reflector = Reflector.of(right, k, from, n);
    rightReflectors[k] = reflector;
    if (reflector.isIdentity()) {
      return reflector.beta();
    }
    if (a.im == null || right.im == null) {
      for (int i = from; i < a.rows; i++) {
        double dot = RowLoops.dot(a.re[i], right.re[k], from, n);
        RowLoops.add(a.re[i], right.re[k], -dot * reflector.tauRe(), from, n);
      }
      return reflector.beta();
    }
    HeapMatrix conjugates = conjugate(right, k, from);
    double[] v = right.re[k];
    double[] vIm = right.im[k];
    for (int i = from; i < a.rows; i++) {
      double[] row = a.re[i];
      double[] rowIm = a.im[i];
      double re = RowLoops.dot(row, v, from, n) - RowLoops.dot(rowIm, vIm, from, n);
      double im = RowLoops.dot(row, vIm, from, n) + RowLoops.dot(rowIm, v, from, n);
      // from the right, with the adjoint of the reflection of the column: conj(tau)
      subtract(a, i, conjugates, 0, re, im, conjugated(reflector), from);
    }
    return reflector.beta();
  }

  private static Reflector conjugated(Reflector reflector) {
    return new Reflector(reflector.beta(), reflector.tauRe(), -reflector.tauIm());
  }

  /** {@code L M}, in place. */
  void multiplyLeft(HeapMatrix matrix, RowTasks tasks) {
    multiply(left, leftReflectors, 0, matrix, tasks);
  }

  /** {@code R M}, in place. */
  void multiplyRight(HeapMatrix matrix, RowTasks tasks) {
    multiply(right, rightReflectors, 1, matrix, tasks);
  }

  /**
   * Multiplies with reflections, the last one first.
   *
   * @param offset where the vector of the first reflection begins
   */
  static void multiply(
      HeapMatrix vectors, Reflector[] reflectors, int offset, HeapMatrix matrix, RowTasks tasks) {
    int size = ReflectorBlock.SIZE;
    for (int first = (reflectors.length - 1) / size * size; first >= 0; first -= size) {
      int end = Math.min(reflectors.length, first + size);
      if (first >= end) {
        return;
      }
      int start = first + offset;
      HeapMatrix block = vectors.zerosLike(end - first, vectors.columns - start);
      for (int k = first; k < end; k++) {
        System.arraycopy(vectors.re[k], start, block.re[k - first], 0, block.columns);
        if (block.im != null && vectors.im != null) {
          System.arraycopy(vectors.im[k], start, block.im[k - first], 0, block.columns);
        }
      }
      Reflector[] some = Arrays.copyOfRange(reflectors, first, end);
      new ReflectorBlock(start, block, some).apply(matrix, false, 0, tasks);
    }
  }
}
