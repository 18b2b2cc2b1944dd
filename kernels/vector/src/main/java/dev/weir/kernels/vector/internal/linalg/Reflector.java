package dev.weir.kernels.vector.internal.linalg;

/**
 * A reflection {@code I - tau v v*} that makes a vector a multiple of the first unit vector: its
 * factor is real and has the sign opposite to the real part of the first element. A vector that is
 * so already is left alone.
 *
 * @param beta what the first element becomes
 * @param tauRe the real part of the conjugate of tau, 0 if nothing is to be reflected
 * @param tauIm its imaginary part
 */
record Reflector(double beta, double tauRe, double tauIm) {

  /**
   * The reflection of part of a row, which becomes v: 1 at {@code first} and what follows.
   *
   * @param row of columns of a matrix, as a row
   */
  static Reflector of(HeapMatrix vectors, int row, int first, int end) {
    double[] re = vectors.re[row];
    double headRe = re[first];
    double headIm = vectors.imaginary(row, first);
    double tail = RowLoops.dot(re, re, first + 1, end);
    if (vectors.im != null) {
      tail += RowLoops.dot(vectors.im[row], vectors.im[row], first + 1, end);
    }
    boolean isNothing = tail <= Double.MIN_NORMAL && headIm * headIm <= Double.MIN_NORMAL;
    if (isNothing) {
      start(vectors, row, first);
      return new Reflector(headRe, 0, 0);
    }
    double norm = Math.sqrt(headRe * headRe + headIm * headIm + tail);
    double beta = headRe >= 0 ? -norm : norm;
    vectors.divideRow(row, headRe - beta, headIm, first + 1, end);
    start(vectors, row, first);
    return new Reflector(beta, (beta - headRe) / beta, -headIm / beta);
  }

  private static void start(HeapMatrix vectors, int row, int first) {
    vectors.re[row][first] = 1;
    if (vectors.im != null) {
      vectors.im[row][first] = 0;
    }
  }

  boolean isIdentity() {
    return tauRe == 0 && tauIm == 0;
  }
}
