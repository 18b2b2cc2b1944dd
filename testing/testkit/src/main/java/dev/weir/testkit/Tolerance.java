package dev.weir.testkit;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How much two tensors may differ. Integers, strings and truth values must be equal; NaN equals
 * NaN; the two zeros are equal.
 *
 * @param ulps units in the last place of the element type
 * @param absolute a difference that is always allowed
 * @param relative a difference allowed in proportion to the expected value
 */
public record Tolerance(int ulps, double absolute, double relative) {
  /** A number of units in the last place. */
  public static Tolerance ofUlps(int ulps) {
    return new Tolerance(ulps, 0, 0);
  }

  /** Within {@code absolute}, or {@code relative} of the expected value. */
  public static Tolerance of(double absolute, double relative) {
    return new Tolerance(0, absolute, relative);
  }

  /** The outcome of a comparison: the worst difference in ulps, and what is wrong, if anything. */
  public record Comparison(double worstUlps, @Nullable String difference) {}

  /** Compares what we got with what was expected. */
  public Comparison compare(Tensor actual, Tensor expected) {
    if (actual.dtype() != expected.dtype() || !actual.shape().equals(expected.shape())) {
      return new Comparison(
          Double.POSITIVE_INFINITY,
          "got "
              + actual.dtype()
              + actual.shape()
              + ", expected "
              + expected.dtype()
              + expected.shape());
    }
    double worst = 0;
    for (long i = 0; i < actual.elements(); i++) {
      double ulpsApart = compareElement(actual, expected, i);
      if (Double.isNaN(ulpsApart)) {
        return new Comparison(
            Double.POSITIVE_INFINITY,
            "element " + i + ": got " + show(actual, i) + ", expected " + show(expected, i));
      }
      worst = Math.max(worst, ulpsApart);
    }
    return new Comparison(worst, null);
  }

  /** How many ulps apart, or NaN if that is too much. */
  private double compareElement(Tensor actual, Tensor expected, long i) {
    DType dtype = expected.dtype();
    if (dtype == DType.STRING) {
      return Arrays.equals(actual.getBytes(i), expected.getBytes(i)) ? 0 : Double.NaN;
    }
    if (dtype.isComplex()) {
      DType part = dtype.realPart();
      double size = Math.hypot(expected.getReal(i), expected.getImaginary(i));
      return Math.max(
          compareNumber(actual.getReal(i), expected.getReal(i), part, size),
          compareNumber(actual.getImaginary(i), expected.getImaginary(i), part, size));
    }
    if (dtype.isFloating()) {
      double value = expected.getDouble(i);
      return compareNumber(actual.getDouble(i), value, dtype, Math.abs(value));
    }
    return actual.getLong(i) == expected.getLong(i) ? 0 : Double.NaN;
  }

  /** Complex parts are measured against the size of the whole number. */
  private double compareNumber(double actual, double expected, DType dtype, double size) {
    if (actual == expected || (Double.isNaN(actual) && Double.isNaN(expected))) {
      return 0;
    }
    double apart = Math.abs(actual - expected) / ulp(size, dtype);
    boolean close =
        apart <= ulps
            || Math.abs(actual - expected) <= absolute
            || Math.abs(actual - expected) <= relative * size;
    return close ? apart : Double.NaN;
  }

  private static double ulp(double value, DType dtype) {
    double least =
        switch (dtype) {
          case FLOAT16 -> 0x1p-24;
          case BFLOAT16 -> 0x1p-133;
          case FLOAT32 -> Float.MIN_VALUE;
          default -> Double.MIN_VALUE;
        };
    int bits =
        switch (dtype) {
          case FLOAT16 -> 10;
          case BFLOAT16 -> 7;
          case FLOAT32 -> 23;
          default -> 52;
        };
    if (Double.isInfinite(value)) {
      return least;
    }
    return Math.max(least, value == 0 ? 0 : Math.scalb(1.0, Math.getExponent(value) - bits));
  }

  private static String show(Tensor tensor, long i) {
    DType dtype = tensor.dtype();
    if (dtype == DType.STRING) {
      return '"' + tensor.getString(i) + '"';
    }
    if (dtype.isComplex()) {
      return tensor.getReal(i) + "+" + tensor.getImaginary(i) + "i";
    }
    return dtype.isFloating() ? "" + tensor.getDouble(i) : "" + tensor.getLong(i);
  }
}
