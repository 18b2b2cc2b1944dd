package dev.weir.kernels.vector.internal.linalg;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.Random;

/** Matrices of some kind, for tests. */
final class TestMatrices {
  static final List<DType> TYPES =
      List.of(DType.FLOAT32, DType.FLOAT64, DType.FLOAT16, DType.COMPLEX64, DType.COMPLEX128);

  private TestMatrices() {}

  /** Random numbers between -1 and 1. */
  static Tensor random(DType dtype, long seed, long... sizes) {
    return shifted(dtype, seed, 0, sizes);
  }

  /** Random numbers between -1 and 1 with something added to the diagonals of matrices. */
  static Tensor shifted(DType dtype, long seed, double shift, long... sizes) {
    Random random = new Random(seed);
    Tensor tensor = Tensor.allocate(dtype, Shape.of(sizes));
    long rows = sizes[sizes.length - 2];
    long columns = sizes[sizes.length - 1];
    for (long i = 0; i < tensor.elements(); i++) {
      boolean isDiagonal = i % columns == i / columns % rows;
      double re = 2 * random.nextDouble() - 1 + (isDiagonal ? shift : 0);
      set(tensor, i, re, 2 * random.nextDouble() - 1);
    }
    return tensor.freeze();
  }

  /** Hermitian matrices with eigenvalues of at least 1. */
  static Tensor positive(DType dtype, long seed, long... sizes) {
    Tensor factor = random(dtype, seed, sizes);
    Tensor tensor = Tensor.allocate(dtype, Shape.of(sizes));
    int n = (int) sizes[sizes.length - 1];
    boolean isComplex = dtype.isComplex();
    for (long at = 0; at < tensor.elements(); at += (long) n * n) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          double re = i == j ? 1 : 0;
          double im = 0;
          for (int k = 0; k < n; k++) {
            double a = part(factor, at + (long) i * n + k, false);
            double c = part(factor, at + (long) j * n + k, false);
            double b = isComplex ? part(factor, at + (long) i * n + k, true) : 0;
            double d = isComplex ? part(factor, at + (long) j * n + k, true) : 0;
            re += (a * c + b * d) / n;
            im += (b * c - a * d) / n;
          }
          set(tensor, at + (long) i * n + j, re, im);
          set(tensor, at + (long) j * n + i, re, -im);
        }
      }
    }
    return tensor.freeze();
  }

  static double part(Tensor tensor, long i, boolean isImaginary) {
    if (!tensor.dtype().isComplex()) {
      return isImaginary ? 0 : tensor.getDouble(i);
    }
    return isImaginary ? tensor.getImaginary(i) : tensor.getReal(i);
  }

  static void set(Tensor tensor, long i, double re, double im) {
    if (tensor.dtype().isComplex()) {
      tensor.setComplex(i, re, im);
    } else {
      tensor.setDouble(i, re);
    }
  }

  /** What two ways to compute a number of this type may differ by. */
  static double tolerance(DType dtype) {
    return switch (dtype) {
      case FLOAT64, COMPLEX128 -> 1e-11;
      case FLOAT16, BFLOAT16 -> 4e-3;
      default -> 2e-6;
    };
  }
}
