package dev.weir.kernels.vector.internal.linalg;

/** Rotations of rows of complex numbers. */
final class ComplexRotation {
  private ComplexRotation() {}

  /** {@code a, b = c a + s b, c b - conj(s) a} with a real c. */
  static void rotate(
      double[] aRe,
      double[] aIm,
      double[] bRe,
      double[] bIm,
      double c,
      double sRe,
      double sIm,
      int from,
      int to) {
    for (int j = from; j < to; j++) {
      double x = aRe[j];
      double y = aIm[j];
      double u = bRe[j];
      double v = bIm[j];
      aRe[j] = c * x + (sRe * u - sIm * v);
      aIm[j] = c * y + (sRe * v + sIm * u);
      bRe[j] = c * u - (sRe * x + sIm * y);
      bIm[j] = c * v - (sRe * y - sIm * x);
    }
  }
}
