package dev.weir.kernels.vector.internal.linalg;

import java.util.Arrays;

/**
 * {@code A = Q T Q*} with Q unitary and T upper triangular, the eigenvalues on its diagonal: by the
 * shifted QR algorithm on the Hessenberg form, in complex numbers.
 *
 * <p>The columns of Q are kept as rows, so that they are rotated in loops over arrays.
 */
final class SchurRows {
  private static final int MAX_STEPS_PER_VALUE = 300;
  private static final double NEGLIGIBLE = 0x1p-53;

  /** T. */
  final HeapMatrix triangle;

  /** The columns of Q as rows. */
  private final HeapMatrix columns;

  private final double[][] re;
  private final double[][] im;
  private final double[] cosines;
  private final double[] sinesRe;
  private final double[] sinesIm;
  private double shiftRe;
  private double shiftIm;

  private SchurRows(HeapMatrix matrix) {
    int n = matrix.rows;
    triangle = HeapMatrix.zeros(n, n, true);
    for (int i = 0; i < n; i++) {
      System.arraycopy(matrix.re[i], 0, triangle.re[i], 0, n);
      if (matrix.im != null) {
        System.arraycopy(matrix.im[i], 0, parts(triangle)[i], 0, n);
      }
    }
    re = triangle.re;
    im = parts(triangle);
    columns = triangle.identity(n);
    cosines = new double[n];
    sinesRe = new double[n];
    sinesIm = new double[n];
  }

  private static double[][] parts(HeapMatrix complex) {
    if (complex.im == null) {
      throw new IllegalStateException("a real matrix has no imaginary parts");
    }
    return complex.im;
  }

  /** The form of a real or complex matrix. */
  static SchurRows of(HeapMatrix matrix) {
    SchurRows schur = new SchurRows(matrix);
    schur.toHessenberg();
    int last = matrix.rows - 1;
    int steps = 0;
    while (last > 0 && steps < MAX_STEPS_PER_VALUE) {
      int first = last;
      while (first > 0 && !schur.isNegligible(first)) {
        first--;
      }
      if (first == last) {
        schur.re[last][last - 1] = 0;
        schur.im[last][last - 1] = 0;
        last--;
        steps = 0;
      } else {
        schur.step(first, last, ++steps);
      }
    }
    schur.triangle.upper();
    return schur;
  }

  /** {@code Q M}. */
  HeapMatrix multiply(HeapMatrix matrix, RowTasks tasks) {
    return q().times(matrix, tasks);
  }

  /** {@code Q M Q*}. */
  HeapMatrix restore(HeapMatrix middle, RowTasks tasks) {
    HeapMatrix q = q();
    return q.times(middle, tasks).times(q.adjoint(), tasks);
  }

  private HeapMatrix q() {
    HeapMatrix q = columns.adjoint();
    for (double[] row : parts(q)) {
      RowLoops.scale(row, -1, 0, row.length);
    }
    return q;
  }

  private double abs(int i, int j) {
    return im[i][j] == 0 ? Math.abs(re[i][j]) : Math.hypot(re[i][j], im[i][j]);
  }

  private boolean isNegligible(int row) {
    double size = Math.abs(re[row][row - 1]) + Math.abs(im[row][row - 1]);
    double near =
        Math.abs(re[row][row])
            + Math.abs(im[row][row])
            + Math.abs(re[row - 1][row - 1])
            + Math.abs(im[row - 1][row - 1]);
    return size <= NEGLIGIBLE * (near == 0 ? triangle.norm1() : near);
  }

  /** Clears what is below the first subdiagonal by a reflection for each column. */
  private void toHessenberg() {
    int n = triangle.rows;
    HeapMatrix v = triangle.zerosLike(1, n);
    HeapMatrix work = triangle.zerosLike(1, n);
    for (int k = 0; k < n - 2; k++) {
      for (int i = k + 1; i < n; i++) {
        v.re[0][i] = re[i][k];
        parts(v)[0][i] = im[i][k];
      }
      Reflector reflector = Reflector.of(v, 0, k + 1, n);
      re[k + 1][k] = reflector.isIdentity() ? re[k + 1][k] : reflector.beta();
      im[k + 1][k] = reflector.isIdentity() ? im[k + 1][k] : 0;
      for (int i = k + 2; i < n; i++) {
        re[i][k] = 0;
        im[i][k] = 0;
      }
      if (!reflector.isIdentity()) {
        reflectRows(triangle, v, k, k + 1, reflector, work);
        reflectColumns(v, k, reflector);
        // columns of Q are turned as those of T: Q' becomes (I - conj(tau) conj(v) v') Q'
        reflectColumnsOfQ(v, k, reflector, work);
      }
    }
  }

  /** {@code (I - tau v v*) A} for the columns from one on. */
  private static void reflectRows(
      HeapMatrix a, HeapMatrix v, int k, int from, Reflector reflector, HeapMatrix work) {
    int n = a.columns;
    Arrays.fill(work.re[0], 0);
    Arrays.fill(parts(work)[0], 0);
    for (int i = k + 1; i < n; i++) {
      RowLoops.addComplex(
          work.re[0], parts(work)[0], a.re[i], parts(a)[i], v.re[0][i], -parts(v)[0][i], from, n);
    }
    for (int i = k + 1; i < n; i++) {
      double x = v.re[0][i];
      double y = parts(v)[0][i];
      double factorRe = x * reflector.tauRe() + y * reflector.tauIm();
      double factorIm = y * reflector.tauRe() - x * reflector.tauIm();
      RowLoops.addComplex(
          a.re[i], parts(a)[i], work.re[0], parts(work)[0], -factorRe, -factorIm, from, n);
    }
  }

  /** {@code A (I - conj(tau) v v*)}. */
  private void reflectColumns(HeapMatrix v, int k, Reflector reflector) {
    int n = triangle.columns;
    double[] x = v.re[0];
    double[] y = parts(v)[0];
    double[] negated = y.clone();
    RowLoops.scale(negated, -1, 0, n);
    for (int i = 0; i < n; i++) {
      double dotRe = RowLoops.dot(re[i], x, k + 1, n) - RowLoops.dot(im[i], y, k + 1, n);
      double dotIm = RowLoops.dot(re[i], y, k + 1, n) + RowLoops.dot(im[i], x, k + 1, n);
      double factorRe = dotRe * reflector.tauRe() - dotIm * reflector.tauIm();
      double factorIm = dotIm * reflector.tauRe() + dotRe * reflector.tauIm();
      RowLoops.addComplex(re[i], im[i], x, negated, -factorRe, -factorIm, k + 1, n);
    }
  }

  private void reflectColumnsOfQ(HeapMatrix v, int k, Reflector reflector, HeapMatrix work) {
    HeapMatrix conjugate = v.copy();
    RowLoops.scale(parts(conjugate)[0], -1, 0, v.columns);
    Reflector other = new Reflector(0, reflector.tauRe(), -reflector.tauIm());
    reflectRows(columns, conjugate, k, 0, other, work);
  }

  private void step(int first, int last, int count) {
    if (count % 10 == 0) {
      shiftRe = re[last][last] + abs(last, last - 1);
      shiftIm = im[last][last];
    } else {
      shift(last);
    }
    double xRe = re[first][first] - shiftRe;
    double xIm = im[first][first] - shiftIm;
    double yRe = re[first + 1][first];
    double yIm = im[first + 1][first];
    for (int k = first; k < last; k++) {
      rotation(k, xRe, xIm, yRe, yIm);
      rotateRows(k, Math.max(0, k - 1));
      if (k > first) {
        re[k + 1][k - 1] = 0;
        im[k + 1][k - 1] = 0;
      }
      rotateColumns(k, Math.min(last, k + 2));
      if (k + 2 <= last) {
        xRe = re[k + 1][k];
        xIm = im[k + 1][k];
        yRe = re[k + 2][k];
        yIm = im[k + 2][k];
      }
    }
  }

  /** The eigenvalue of the last 2×2 block that is nearer to its last element. */
  private void shift(int last) {
    double dRe = re[last][last];
    double dIm = im[last][last];
    double bRe = re[last - 1][last];
    double bIm = im[last - 1][last];
    double cRe = re[last][last - 1];
    double cIm = im[last][last - 1];
    double halfRe = (re[last - 1][last - 1] - dRe) / 2;
    double halfIm = (im[last - 1][last - 1] - dIm) / 2;
    double squareRe = halfRe * halfRe - halfIm * halfIm + bRe * cRe - bIm * cIm;
    double squareIm = 2 * halfRe * halfIm + bRe * cIm + bIm * cRe;
    double size = Math.hypot(squareRe, squareIm);
    double rootRe = Math.sqrt((size + Math.abs(squareRe)) / 2);
    double rootIm = rootRe == 0 ? 0 : Math.abs(squareIm) / (2 * rootRe);
    if (squareRe < 0) {
      double swapped = rootRe;
      rootRe = rootIm;
      rootIm = swapped;
    }
    rootIm = Math.copySign(rootIm, squareIm);
    boolean isPlus =
        Math.hypot(halfRe + rootRe, halfIm + rootIm) < Math.hypot(halfRe - rootRe, halfIm - rootIm);
    shiftRe = dRe + (isPlus ? halfRe + rootRe : halfRe - rootRe);
    shiftIm = dIm + (isPlus ? halfIm + rootIm : halfIm - rootIm);
  }

  /** The rotation of two rows that makes (x, y) a multiple of (1, 0), its cosine real. */
  private void rotation(int k, double xRe, double xIm, double yRe, double yIm) {
    double x = Math.hypot(xRe, xIm);
    double y = Math.hypot(yRe, yIm);
    double length = Math.hypot(x, y);
    if (y == 0 || length == 0) {
      cosines[k] = 1;
      sinesRe[k] = 0;
      sinesIm[k] = 0;
    } else if (x == 0) {
      cosines[k] = 0;
      sinesRe[k] = yRe / y;
      sinesIm[k] = -yIm / y;
    } else {
      // s = (x / |x|) conj(y) / length
      cosines[k] = x / length;
      double phaseRe = xRe / x;
      double phaseIm = xIm / x;
      sinesRe[k] = (phaseRe * yRe + phaseIm * yIm) / length;
      sinesIm[k] = (phaseIm * yRe - phaseRe * yIm) / length;
    }
  }

  /** Rows k and k + 1 become {@code c a + s b} and {@code c b - conj(s) a}. */
  private void rotateRows(int k, int from) {
    double c = cosines[k];
    double s = sinesRe[k];
    double t = sinesIm[k];
    ComplexRotation.rotate(re[k], im[k], re[k + 1], im[k + 1], c, s, t, from, re.length);
    // columns of Q times the adjoint: c a + conj(s) b, c b - s a
    ComplexRotation.rotate(
        columns.re[k],
        parts(columns)[k],
        columns.re[k + 1],
        parts(columns)[k + 1],
        c,
        s,
        -t,
        0,
        re.length);
  }

  private void rotateColumns(int k, int lastRow) {
    double c = cosines[k];
    double s = sinesRe[k];
    double t = sinesIm[k];
    for (int i = 0; i <= lastRow; i++) {
      double[] row = re[i];
      double[] rowIm = im[i];
      double a = row[k];
      double b = rowIm[k];
      double x = row[k + 1];
      double y = rowIm[k + 1];
      row[k] = c * a + (s * x + t * y);
      rowIm[k] = c * b + (s * y - t * x);
      row[k + 1] = c * x - (s * a - t * b);
      rowIm[k + 1] = c * y - (s * b + t * a);
    }
  }
}
