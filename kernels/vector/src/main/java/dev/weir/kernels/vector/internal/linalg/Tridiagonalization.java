package dev.weir.kernels.vector.internal.linalg;

import java.util.Arrays;

/**
 * {@code A = Q T Q*} for Hermitian matrices, T real and with three diagonals, by a reflection for
 * each column.
 */
final class Tridiagonalization {
  final double[] diagonal;

  /** What is beside the diagonal; the last element is 0. */
  final double[] beside;

  private final HeapMatrix vectors;
  private final Reflector[] reflectors;

  /** Of a matrix whose lower triangle this is; it is overwritten. */
  Tridiagonalization(HeapMatrix lower) {
    int n = lower.rows;
    diagonal = new double[n];
    beside = new double[n];
    vectors = lower.zerosLike(Math.max(0, n - 1), n);
    reflectors = new Reflector[vectors.rows];
    HeapMatrix a = hermitian(lower);
    HeapMatrix work = a.zerosLike(2, n);
    for (int k = 0; k < n; k++) {
      diagonal[k] = a.re[k][k];
      if (k < n - 1) {
        beside[k] = reflect(a, k, work);
      }
    }
  }

  private static HeapMatrix hermitian(HeapMatrix lower) {
    for (int i = 0; i < lower.rows; i++) {
      for (int j = 0; j < i; j++) {
        lower.re[j][i] = lower.re[i][j];
        if (lower.im != null) {
          lower.im[j][i] = -lower.im[i][j];
        }
      }
      if (lower.im != null) {
        lower.im[i][i] = 0;
      }
    }
    return lower;
  }

  /** Clears column k below the next row; returns what remains there. */
  private double reflect(HeapMatrix a, int k, HeapMatrix work) {
    int n = a.rows;
    int from = k + 1;
    // the column is the conjugate of the row
    System.arraycopy(a.re[k], from, vectors.re[k], from, n - from);
    if (vectors.im != null && a.im != null) {
      for (int i = from; i < n; i++) {
        vectors.im[k][i] = -a.im[k][i];
      }
    }
    Reflector reflector = Reflector.of(vectors, k, from, n);
    reflectors[k] = reflector;
    if (!reflector.isIdentity()) {
      if (a.isComplex()) {
        updateComplex(a, k, reflector, work);
      } else {
        updateReal(a, k, reflector, work);
      }
    }
    return reflector.beta();
  }

  /** {@code A - v p' - p v'} with {@code p = tau A v} less half its part along v. */
  private void updateReal(HeapMatrix a, int k, Reflector reflector, HeapMatrix work) {
    int n = a.rows;
    int from = k + 1;
    double[] v = vectors.re[k];
    double[] w = work.re[0];
    Arrays.fill(w, from, n, 0);
    work.addRows(0, 1, vectors, k, from, n, a, from, n);
    RowLoops.scale(w, reflector.tauRe(), from, n);
    double half = -reflector.tauRe() / 2 * RowLoops.dot(w, v, from, n);
    RowLoops.add(w, v, half, from, n);
    for (int i = from; i < n; i++) {
      RowLoops.addTwo(a.re[i], w, v, -v[i], -w[i], from, n);
    }
  }

  private void updateComplex(HeapMatrix a, int k, Reflector reflector, HeapMatrix work) {
    int n = a.rows;
    int from = k + 1;
    HeapMatrix conjugates = conjugate(k, from);
    // row 0: conj(A v), a sum of rows; row 1: p = conj(tau) A v
    for (int row = 0; row < 2; row++) {
      Arrays.fill(work.re[row], from, n, 0);
      Arrays.fill(parts(work)[row], from, n, 0);
    }
    work.addRows(0, 1, conjugates, 0, from, n, a, from, n);
    double re = reflector.tauRe();
    double im = reflector.tauIm();
    RowLoops.scale(parts(work)[0], -1, from, n);
    RowLoops.addComplex(work.re[1], parts(work)[1], work.re[0], parts(work)[0], re, im, from, n);
    double[] v = vectors.re[k];
    double[] vIm = parts(vectors)[k];
    double[] w = work.re[1];
    double[] wIm = parts(work)[1];
    // v* A v is real, and so is the part of p along v times tau
    double square =
        RowLoops.dot(v, work.re[0], from, n) + RowLoops.dot(vIm, parts(work)[0], from, n);
    double half = -(re * re + im * im) / 2 * square;
    RowLoops.add(w, v, half, from, n);
    RowLoops.add(wIm, vIm, half, from, n);
    double[] conjugateW = wIm.clone();
    RowLoops.scale(conjugateW, -1, from, n);
    double[] conjugateV = parts(conjugates)[0];
    for (int i = from; i < n; i++) {
      double[] row = a.re[i];
      double[] rowIm = parts(a)[i];
      RowLoops.addComplex(row, rowIm, w, conjugateW, -v[i], -vIm[i], from, n);
      RowLoops.addComplex(row, rowIm, v, conjugateV, -w[i], -wIm[i], from, n);
    }
  }

  private HeapMatrix conjugate(int k, int from) {
    HeapMatrix row = vectors.zerosLike(1, vectors.columns);
    System.arraycopy(vectors.re[k], from, row.re[0], from, row.columns - from);
    RowLoops.add(parts(row)[0], parts(vectors)[k], -1, from, row.columns);
    return row;
  }

  private static double[][] parts(HeapMatrix matrix) {
    if (matrix.im == null) {
      throw new IllegalStateException("a real matrix has no imaginary parts");
    }
    return matrix.im;
  }

  /** {@code Q M}, in place. */
  void multiply(HeapMatrix matrix, RowTasks tasks) {
    Bidiagonalization.multiply(vectors, reflectors, 1, matrix, tasks);
  }
}
