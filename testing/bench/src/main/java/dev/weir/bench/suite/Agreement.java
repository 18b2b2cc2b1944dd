package dev.weir.bench.suite;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * Whether two systems have computed the same, up to rounding: else they have not done the same
 * work. Of large tensors some elements are compared.
 */
final class Agreement {
  private static final int COMPARED = 1000;

  /** The rounding error of a number of 16 bits, as a fraction of it. */
  private static final double SHORT_ROUNDING = 0.02;

  private Agreement() {}

  /** Fails unless the results are equal but for a fraction of each number. */
  static void check(List<Tensor> ours, List<Tensor> theirs, double tolerance) {
    for (int i = 0; i < ours.size(); i++) {
      check(ours.get(i), theirs.get(i), tolerance);
    }
  }

  private static void check(Tensor our, Tensor their, double tolerance) {
    if (!our.shape().equals(their.shape())) {
      throw new IllegalStateException(
          "Weir computes " + our.shape() + ", TensorFlow " + their.shape());
    }
    DType dtype = our.dtype();
    boolean isShort = dtype == DType.FLOAT16 || dtype == DType.BFLOAT16;
    double allowed = isShort ? Math.max(tolerance, SHORT_ROUNDING) : tolerance;
    // an odd stride, so that all columns are seen
    long stride = our.elements() / COMPARED | 1;
    for (long j = 0; j < our.elements(); j += stride) {
      if (!agree(our, their, j, allowed)) {
        throw new IllegalStateException(
            "element "
                + j
                + " is "
                + text(our, j)
                + " in Weir and "
                + text(their, j)
                + " in TensorFlow");
      }
    }
  }

  private static boolean agree(Tensor our, Tensor their, long i, double tolerance) {
    DType dtype = our.dtype();
    if (dtype == DType.STRING) {
      return Arrays.equals(our.getBytes(i), their.getBytes(i));
    } else if (dtype.isFloating() || dtype.isComplex()) {
      return agree(our.getReal(i), their.getReal(i), tolerance)
          && agree(our.getImaginary(i), their.getImaginary(i), tolerance);
    }
    return our.getLong(i) == their.getLong(i);
  }

  private static boolean agree(double a, double b, double tolerance) {
    return Double.compare(a, b) == 0
        || a == b
        || Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b));
  }

  private static String text(Tensor tensor, long i) {
    DType dtype = tensor.dtype();
    if (dtype == DType.STRING) {
      return "\"" + tensor.getString(i) + "\"";
    } else if (dtype.isComplex()) {
      return "(" + tensor.getReal(i) + ", " + tensor.getImaginary(i) + ")";
    }
    return String.valueOf(dtype.isFloating() ? tensor.getDouble(i) : tensor.getLong(i));
  }
}
