package dev.weir.tensor;

import java.util.Arrays;
import java.util.Optional;

/** Whether two tensors are equal, and if not, where and how they first differ. */
public final class TensorDifference {
  private TensorDifference() {}

  /** The first difference in type, shape or value; NaN equals NaN, 0.0 does not equal -0.0. */
  public static Optional<String> first(Tensor expected, Tensor actual) {
    return compare(
        expected, actual, (a, b) -> Double.doubleToLongBits(a) == Double.doubleToLongBits(b));
  }

  /**
   * The first difference in type, shape, or value by more than {@code absolute + relative *
   * |expected|}. NaN equals NaN and infinities equal themselves; elements that are not floating or
   * complex must be equal.
   */
  public static Optional<String> beyond(
      Tensor expected, Tensor actual, double relative, double absolute) {
    return compare(
        expected,
        actual,
        (a, b) ->
            Double.compare(a, b) == 0
                || a == b
                || (Double.isFinite(a) && Math.abs(a - b) <= absolute + relative * Math.abs(a)));
  }

  private interface RealEquality {
    boolean equal(double expected, double actual);
  }

  private static Optional<String> compare(Tensor expected, Tensor actual, RealEquality reals) {
    if (expected.dtype() != actual.dtype() || !expected.shape().equals(actual.shape())) {
      return Optional.of(
          "expected %s%s, got %s%s"
              .formatted(expected.dtype(), expected.shape(), actual.dtype(), actual.shape()));
    }
    for (long i = 0; i < expected.elements(); i++) {
      if (!equal(expected, actual, i, reals)) {
        return Optional.of(
            "element %s: expected %s, got %s"
                .formatted(
                    Positions.text(expected.shape(), i),
                    ElementText.print(expected, i),
                    ElementText.print(actual, i)));
      }
    }
    return Optional.empty();
  }

  private static boolean equal(Tensor expected, Tensor actual, long i, RealEquality reals) {
    DType dtype = expected.dtype();
    if (dtype == DType.STRING) {
      return Arrays.equals(expected.getBytes(i), actual.getBytes(i));
    } else if (dtype.isObject()) {
      return expected.getObject(i).equals(actual.getObject(i));
    } else if (dtype.isFloating() || dtype.isComplex()) {
      return reals.equal(expected.getReal(i), actual.getReal(i))
          && reals.equal(expected.getImaginary(i), actual.getImaginary(i));
    }
    return expected.getLong(i) == actual.getLong(i);
  }
}
