package dev.weir.kernels.vector.internal.linalg;

import java.util.stream.IntStream;

/**
 * The eigenvalues of a real symmetric matrix with three diagonals by implicit QL steps, and the
 * rotations as rows of a matrix: its rows become the eigenvectors.
 */
final class TridiagonalEigen {
  private static final int MAX_STEPS = 100;

  private final double[] diagonal;
  private final double[] beside;
  private final double[][] vectors;

  private TridiagonalEigen(double[] diagonal, double[] beside, double[][] vectors) {
    this.diagonal = diagonal;
    this.beside = beside;
    this.vectors = vectors;
  }

  /**
   * Makes a matrix diagonal.
   *
   * @param diagonal becomes the eigenvalues, in any order
   * @param beside is overwritten
   * @param vectors rows to rotate, or none
   */
  static void of(double[] diagonal, double[] beside, double[][] vectors) {
    double largest = 0;
    for (int i = 0; i < diagonal.length; i++) {
      largest = Math.max(largest, Math.max(Math.abs(diagonal[i]), Math.abs(beside[i])));
    }
    if (largest == 0) {
      return;
    }
    // with elements of at most 1, squares do not overflow
    int exponent = Math.getExponent(largest);
    scale(diagonal, -exponent);
    scale(beside, -exponent);
    TridiagonalEigen eigen = new TridiagonalEigen(diagonal, beside, vectors);
    for (int i = 0; i < diagonal.length; i++) {
      eigen.converge(i);
    }
    scale(diagonal, exponent);
  }

  private static void scale(double[] numbers, int exponent) {
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Math.scalb(numbers[i], exponent);
    }
  }

  private void converge(int first) {
    for (int step = 0; step < MAX_STEPS; step++) {
      int last = first;
      while (last < diagonal.length - 1 && !isNegligible(last)) {
        last++;
      }
      if (last == first) {
        return;
      }
      step(first, last);
    }
  }

  private boolean isNegligible(int i) {
    double near = Math.abs(diagonal[i]) + Math.abs(diagonal[i + 1]);
    return Math.abs(beside[i]) <= 0x1p-53 * near || Math.abs(beside[i]) < 0x1p-400;
  }

  /**
   * One step of the block from {@code first} to {@code last}, shifted by an eigenvalue near its
   * first element.
   */
  private void step(int first, int last) {
    double slope = (diagonal[first + 1] - diagonal[first]) / (2 * beside[first]);
    double root = Math.abs(slope) > 0x1p200 ? Math.abs(slope) : Math.sqrt(slope * slope + 1);
    double chased =
        diagonal[last] - diagonal[first] + beside[first] / (slope + Math.copySign(root, slope));
    double sine = 1;
    double cosine = 1;
    double carried = 0;
    for (int i = last - 1; i >= first; i--) {
      double over = sine * beside[i];
      double kept = cosine * beside[i];
      double length = Math.sqrt(over * over + chased * chased);
      beside[i + 1] = length;
      if (length == 0) {
        diagonal[i + 1] -= carried;
        beside[last] = 0;
        return;
      }
      sine = over / length;
      cosine = chased / length;
      double base = diagonal[i + 1] - carried;
      double turn = (diagonal[i] - base) * sine + 2 * cosine * kept;
      carried = sine * turn;
      diagonal[i + 1] = base + carried;
      chased = cosine * turn - kept;
      if (vectors.length > 0) {
        RowLoops.rotate(vectors[i], vectors[i + 1], cosine, sine, 0, vectors[i].length);
      }
    }
    diagonal[first] -= carried;
    beside[first] = chased;
    beside[last] = 0;
  }

  /** The order in which numbers rise, or fall. */
  static int[] order(double[] numbers, boolean falls) {
    return IntStream.range(0, numbers.length)
        .boxed()
        .sorted(
            (i, j) ->
                falls
                    ? Double.compare(numbers[j], numbers[i])
                    : Double.compare(numbers[i], numbers[j]))
        .mapToInt(i -> i)
        .toArray();
  }
}
