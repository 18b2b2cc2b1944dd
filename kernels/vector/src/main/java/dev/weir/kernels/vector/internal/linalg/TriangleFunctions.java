package dev.weir.kernels.vector.internal.linalg;

/** Functions of matrices by way of their triangular forms. */
final class TriangleFunctions {
  private static final double LOGARITHM_BOUND = 0.25;
  private static final int MAX_ROOTS = 100;

  /** How much of a root may be imaginary before it is no real one. */
  private static final double NEARLY = 1e-7;

  private TriangleFunctions() {}

  /** The root of a matrix; NaN if that is real and has no real one. */
  static HeapMatrix squareRoot(HeapMatrix matrix, RowTasks tasks) {
    SchurRows schur = SchurRows.of(matrix);
    HeapMatrix root = schur.restore(rootOfTriangle(schur.triangle), tasks);
    if (matrix.isComplex()) {
      return root;
    }
    return isNearlyReal(root)
        ? realPart(root)
        : matrix.zerosLike(matrix.rows, matrix.rows).fill(Double.NaN);
  }

  private static HeapMatrix realPart(HeapMatrix complex) {
    HeapMatrix real = HeapMatrix.zeros(complex.rows, complex.columns, false);
    System.arraycopy(complex.re, 0, real.re, 0, complex.rows);
    return real;
  }

  private static boolean isNearlyReal(HeapMatrix root) {
    double bound = NEARLY * root.norm1();
    for (int i = 0; i < root.rows; i++) {
      for (int j = 0; j < root.columns; j++) {
        if (!(Math.abs(root.imaginary(i, j)) <= bound)) {
          return false;
        }
      }
    }
    return true;
  }

  /** By taking roots until the matrix is near 1, where a short series is enough. */
  static HeapMatrix logarithm(HeapMatrix matrix, RowTasks tasks) {
    SchurRows schur = SchurRows.of(matrix);
    HeapMatrix triangle = schur.triangle;
    HeapMatrix identity = triangle.identity(triangle.rows);
    int roots = 0;
    while (triangle.copy().add(identity, -1).norm1() > LOGARITHM_BOUND && roots < MAX_ROOTS) {
      triangle = rootOfTriangle(triangle);
      roots++;
    }
    // ln T = 2 artanh Z with Z = (T - 1) (T + 1)^-1
    HeapMatrix z = triangle.copy().add(identity, -1);
    TriangleSolver.solve(triangle.copy().add(identity, 1), z, false, false, tasks);
    HeapMatrix square = z.times(z, tasks);
    HeapMatrix power = z;
    HeapMatrix sum = z.copy();
    for (int k = 3; k < 40; k += 2) {
      power = power.times(square, tasks);
      sum.add(power, 1.0 / k);
    }
    return schur.restore(sum.scale(2 * Math.scalb(1.0, roots)), tasks);
  }

  /** The root of an upper triangular matrix, row by row from the last one. */
  private static HeapMatrix rootOfTriangle(HeapMatrix t) {
    int n = t.rows;
    HeapMatrix root = t.zerosLike(n, n);
    double[] number = new double[2];
    for (int i = 0; i < n; i++) {
      root(t.re[i][i], t.imaginary(i, i), number);
      set(root, i, i, number);
    }
    for (int i = n - 1; i >= 0; i--) {
      // what is left of row i, less what has been found of it times the rows below
      HeapMatrix rest = t.zerosLike(1, n);
      System.arraycopy(t.re[i], i, rest.re[0], i, n - i);
      if (rest.im != null && t.im != null) {
        System.arraycopy(t.im[i], i, rest.im[0], i, n - i);
      }
      for (int j = i + 1; j < n; j++) {
        double divisorRe = root.re[i][i] + root.re[j][j];
        double divisorIm = root.imaginary(i, i) + root.imaginary(j, j);
        double x = rest.re[0][j];
        double y = rest.imaginary(0, j);
        boolean isZero = x == 0 && y == 0;
        number[0] = isZero ? 0 : ComplexQuotient.re(x, y, divisorRe, divisorIm);
        number[1] = isZero ? 0 : ComplexQuotient.im(x, y, divisorRe, divisorIm);
        set(root, i, j, number);
        rest.addRows(0, -1, root, i, j, j + 1, root, j + 1, n);
      }
    }
    return root;
  }

  private static void set(HeapMatrix matrix, int i, int j, double[] number) {
    matrix.re[i][j] = number[0];
    if (matrix.im != null) {
      matrix.im[i][j] = number[1];
    }
  }

  /** The root with a real part of at least 0. */
  private static void root(double re, double im, double[] result) {
    if (im == 0) {
      result[0] = re >= 0 ? Math.sqrt(re) : 0;
      result[1] = re >= 0 ? 0 : Math.sqrt(-re);
      return;
    }
    double real = Math.sqrt((Math.hypot(re, im) + Math.abs(re)) / 2);
    double other = Math.abs(im) / (2 * real);
    result[0] = re >= 0 ? real : other;
    result[1] = Math.copySign(re >= 0 ? other : real, im);
  }
}
