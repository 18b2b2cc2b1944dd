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

  /**
   * The largest differences that were accepted.
   *
   * @param ulps in units in the last place of the expected value
   * @param absolute of values that only the absolute bound allows: near 0 an ulp says nothing
   */
  public record Worst(double ulps, double absolute) {
    /** No difference. */
    public static final Worst NONE = new Worst(0, 0);

    private static final Worst REFUSED =
        new Worst(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    private boolean isRefused() {
      return ulps == Double.POSITIVE_INFINITY;
    }

    /** The larger of each. */
    public Worst max(Worst other) {
      return new Worst(Math.max(ulps, other.ulps), Math.max(absolute, other.absolute));
    }
  }

  /** The outcome of a comparison: the worst difference, and what is wrong, if anything. */
  public record Comparison(Worst worst, @Nullable String difference) {}

  /** Compares what we got with what was expected. */
  public Comparison compare(Tensor actual, Tensor expected) {
    if (actual.dtype() != expected.dtype() || !actual.shape().equals(expected.shape())) {
      return new Comparison(
          Worst.REFUSED,
          "got "
              + actual.dtype()
              + actual.shape()
              + ", expected "
              + expected.dtype()
              + expected.shape());
    }
    Worst worst = Worst.NONE;
    for (long i = 0; i < actual.elements(); i++) {
      Worst apart = compareElement(actual, expected, i);
      if (apart.isRefused()) {
        return new Comparison(
            Worst.REFUSED,
            "element " + i + ": got " + show(actual, i) + ", expected " + show(expected, i));
      }
      worst = worst.max(apart);
    }
    return new Comparison(worst, null);
  }

  /** How far apart; {@link Worst#REFUSED} if that is too much. */
  private Worst compareElement(Tensor actual, Tensor expected, long i) {
    DType dtype = expected.dtype();
    if (dtype == DType.STRING) {
      return same(Arrays.equals(actual.getBytes(i), expected.getBytes(i)));
    }
    if (dtype.isComplex()) {
      DType part = dtype.realPart();
      double size = Math.hypot(expected.getReal(i), expected.getImaginary(i));
      Worst real = compareNumber(actual.getReal(i), expected.getReal(i), part, size);
      Worst imaginary = compareNumber(actual.getImaginary(i), expected.getImaginary(i), part, size);
      return real.max(imaginary);
    }
    if (dtype.isFloating()) {
      double value = expected.getDouble(i);
      return compareNumber(actual.getDouble(i), value, dtype, Math.abs(value));
    }
    return same(actual.getLong(i) == expected.getLong(i));
  }

  private static Worst same(boolean isSame) {
    return isSame ? Worst.NONE : Worst.REFUSED;
  }

  /** Complex parts are measured against the size of the whole number. */
  private Worst compareNumber(double actual, double expected, DType dtype, double size) {
    if (actual == expected || (Double.isNaN(actual) && Double.isNaN(expected))) {
      return Worst.NONE;
    }
    double difference = Math.abs(actual - expected);
    double apart = difference / ulp(size, dtype);
    if (apart <= ulps || difference <= relative * size) {
      return new Worst(apart, 0);
    }
    return difference <= absolute ? new Worst(0, difference) : Worst.REFUSED;
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
