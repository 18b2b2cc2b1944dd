package dev.weir.kernels.vector.internal.linalg;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code A = Q R} by reflections, in blocks. The signs of Q and R are those of {@link Reflector}.
 */
final class QrRows {
  private final HeapMatrix r;
  private final List<ReflectorBlock> blocks = new ArrayList<>();
  private final List<Integer> starts = new ArrayList<>();

  private QrRows(HeapMatrix r) {
    this.r = r;
  }

  /** The factors of a matrix, which is overwritten. */
  static QrRows of(HeapMatrix matrix, RowTasks tasks) {
    QrRows qr = new QrRows(matrix);
    int count = Math.min(matrix.rows, matrix.columns);
    for (int first = 0; first < count; first += ReflectorBlock.SIZE) {
      qr.reflect(first, Math.min(count, first + ReflectorBlock.SIZE), tasks);
    }
    return qr;
  }

  /** R, as many rows as are wanted. */
  HeapMatrix r(int rows) {
    return r.corner(rows, r.columns).upper();
  }

  /** The first columns of Q. */
  HeapMatrix q(int columns, RowTasks tasks) {
    HeapMatrix q = r.zerosLike(r.rows, columns);
    for (int i = 0; i < columns; i++) {
      q.re[i][i] = 1;
    }
    for (int b = blocks.size() - 1; b >= 0; b--) {
      blocks.get(b).apply(q, false, starts.get(b), tasks);
    }
    return q;
  }

  /** {@code Q M}, in place; M has as many rows as Q. */
  void multiply(HeapMatrix matrix, RowTasks tasks) {
    for (int b = blocks.size() - 1; b >= 0; b--) {
      blocks.get(b).apply(matrix, false, 0, tasks);
    }
  }

  private void reflect(int first, int end, RowTasks tasks) {
    int width = r.rows - first;
    HeapMatrix panel = r.zerosLike(end - first, width);
    for (int i = 0; i < width; i++) {
      for (int c = 0; c < panel.rows; c++) {
        panel.re[c][i] = r.re[first + i][first + c];
        if (panel.im != null && r.im != null) {
          panel.im[c][i] = r.im[first + i][first + c];
        }
      }
    }
    Reflector[] reflectors = new Reflector[panel.rows];
    for (int c = 0; c < panel.rows; c++) {
      storeColumn(panel, c, first, c);
      reflectors[c] = Reflector.of(panel, c, c, width);
      r.re[first + c][first + c] = reflectors[c].beta();
      if (r.im != null && !reflectors[c].isIdentity()) {
        r.im[first + c][first + c] = 0;
      }
      for (int d = c + 1; d < panel.rows; d++) {
        applyAdjoint(panel, c, reflectors[c], d, width);
      }
    }
    for (int c = 0; c < panel.rows; c++) {
      clearBefore(panel, c);
    }
    ReflectorBlock block = new ReflectorBlock(first, panel, reflectors);
    block.apply(r, true, end, tasks);
    blocks.add(block);
    starts.add(first);
  }

  /** Puts what is above the diagonal of a finished column where it belongs in R. */
  private void storeColumn(HeapMatrix panel, int c, int first, int count) {
    for (int i = 0; i <= count; i++) {
      r.re[first + i][first + c] = panel.re[c][i];
      if (panel.im != null && r.im != null) {
        r.im[first + i][first + c] = panel.im[c][i];
      }
    }
  }

  private static void clearBefore(HeapMatrix panel, int c) {
    for (int i = 0; i < c; i++) {
      panel.re[c][i] = 0;
      if (panel.im != null) {
        panel.im[c][i] = 0;
      }
    }
  }

  /** Column d becomes {@code (I - conj(tau) v v*)*} times itself, v being column c. */
  private static void applyAdjoint(HeapMatrix panel, int c, Reflector reflector, int d, int end) {
    if (reflector.isIdentity()) {
      return;
    }
    double[] v = panel.re[c];
    double[] x = panel.re[d];
    if (panel.im == null) {
      double dot = RowLoops.dot(v, x, c, end);
      RowLoops.add(x, v, -dot * reflector.tauRe(), c, end);
      return;
    }
    double[] vIm = panel.im[c];
    double[] xIm = panel.im[d];
    double re = RowLoops.dot(v, x, c, end) + RowLoops.dot(vIm, xIm, c, end);
    double im = RowLoops.dot(v, xIm, c, end) - RowLoops.dot(vIm, x, c, end);
    // times tau, the conjugate of what the reflector holds
    double factorRe = re * reflector.tauRe() + im * reflector.tauIm();
    double factorIm = im * reflector.tauRe() - re * reflector.tauIm();
    RowLoops.addComplex(x, xIm, v, vIm, -factorRe, -factorIm, c, end);
  }
}
