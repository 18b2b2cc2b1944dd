package dev.weir.ops.linalg;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/**
 * The sum of products of elements of two tensors, each taken from a place on in steps. Real and
 * complex sums are in double precision; integer ones wrap.
 *
 * @param conjugateA whether the conjugates of the first tensor's elements are taken
 * @param conjugateB whether the conjugates of the second tensor's elements are taken
 */
record DotProduct(Tensor a, boolean conjugateA, Tensor b, boolean conjugateB, Tensor out) {
  void compute(long i, long iStep, long j, long jStep, long count, long result) {
    DType dtype = out.dtype();
    if (dtype.isComplex()) {
      complex(i, iStep, j, jStep, count, result);
    } else if (dtype.isFloating()) {
      double sum = 0;
      for (long k = 0; k < count; k++) {
        sum += a.getDouble(i + k * iStep) * b.getDouble(j + k * jStep);
      }
      out.setDouble(result, sum);
    } else {
      long sum = 0;
      for (long k = 0; k < count; k++) {
        sum += a.getLong(i + k * iStep) * b.getLong(j + k * jStep);
      }
      out.setLong(result, sum);
    }
  }

  private void complex(long i, long iStep, long j, long jStep, long count, long result) {
    double re = 0;
    double im = 0;
    double aSign = conjugateA ? -1 : 1;
    double bSign = conjugateB ? -1 : 1;
    for (long k = 0; k < count; k++) {
      long x = i + k * iStep;
      long y = j + k * jStep;
      double aIm = aSign * a.getImaginary(x);
      double bIm = bSign * b.getImaginary(y);
      re += a.getReal(x) * b.getReal(y) - aIm * bIm;
      im += a.getReal(x) * bIm + aIm * b.getReal(y);
    }
    out.setComplex(result, re, im);
  }
}
