package dev.weir.conformance;

import dev.weir.tensor.Tensor;

/** Finds matrices that are singular, or would be if they were exact. */
final class SingularMatrices {
  /** Pivots that are smaller, in proportion to the largest element, are roundings. */
  private static final double LEAST_PIVOT = 1e-5;

  private SingularMatrices() {}

  /** Whether any of a batch of square matrices is. */
  static boolean isAny(Tensor matrices) {
    int size = Math.toIntExact(matrices.shape().size(-1));
    long count = size == 0 ? 0 : matrices.elements() / size / size;
    for (long i = 0; i < count; i++) {
      double[][] matrix = new double[size][size];
      for (int n = 0; n < size * size; n++) {
        matrix[n / size][n % size] = matrices.getDouble(i * size * size + n);
      }
      if (isSingular(matrix)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSingular(double[][] matrix) {
    double largest = 0;
    for (double[] row : matrix) {
      for (double element : row) {
        largest = Math.max(largest, Math.abs(element));
      }
    }
    for (int k = 0; k < matrix.length; k++) {
      int best = k;
      for (int i = k + 1; i < matrix.length; i++) {
        best = Math.abs(matrix[i][k]) > Math.abs(matrix[best][k]) ? i : best;
      }
      double[] pivot = matrix[best];
      matrix[best] = matrix[k];
      matrix[k] = pivot;
      if (Math.abs(pivot[k]) <= LEAST_PIVOT * largest) {
        return true;
      }
      for (int i = k + 1; i < matrix.length; i++) {
        double factor = matrix[i][k] / pivot[k];
        for (int j = k; j < matrix.length; j++) {
          matrix[i][j] -= factor * pivot[j];
        }
      }
    }
    return false;
  }
}
