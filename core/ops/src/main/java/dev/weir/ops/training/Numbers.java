package dev.weir.ops.training;

import dev.weir.error.WeirException;
import dev.weir.tensor.Bfloat16;
import dev.weir.tensor.DType;
import dev.weir.tensor.Float16;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A few numbers of one element type, real or complex, that are computed with element by element.
 * Every operation gives new numbers, rounded to the type. The words in which update rules are
 * written.
 */
final class Numbers {
  private final DType dtype;
  private final double[] real;
  private final double @Nullable [] imaginary;

  /** Takes numbers as they are. */
  private Numbers(DType dtype, double[] real, double @Nullable [] imaginary) {
    this.dtype = dtype;
    this.real = real;
    this.imaginary = imaginary;
  }

  /** Rounds the results of an operation. */
  private Numbers result(double[] newReal, double @Nullable [] newImaginary) {
    round(dtype, newReal);
    if (newImaginary != null) {
      round(dtype, newImaginary);
    }
    return new Numbers(dtype, newReal, newImaginary);
  }

  private static void round(DType dtype, double[] x) {
    switch (dtype) {
      case FLOAT32, COMPLEX64 -> {
        for (int i = 0; i < x.length; i++) {
          x[i] = (float) x[i];
        }
      }
      case FLOAT16 -> {
        for (int i = 0; i < x.length; i++) {
          x[i] = Float16.toFloat(Float16.fromDouble(x[i]));
        }
      }
      case BFLOAT16 -> {
        for (int i = 0; i < x.length; i++) {
          x[i] = Bfloat16.toFloat(Bfloat16.fromDouble(x[i]));
        }
      }
      default -> {}
    }
  }

  /** Some elements of a tensor, of floating-point or complex numbers. */
  static Numbers read(Tensor tensor, long from, int count) {
    double[] real = new double[count];
    if (!tensor.dtype().isComplex()) {
      for (int i = 0; i < count; i++) {
        real[i] = tensor.getDouble(from + i);
      }
      return new Numbers(tensor.dtype(), real, null);
    }
    double[] imaginary = new double[count];
    for (int i = 0; i < count; i++) {
      real[i] = tensor.getReal(from + i);
      imaginary[i] = tensor.getImaginary(from + i);
    }
    return new Numbers(tensor.dtype(), real, imaginary);
  }

  /** The one element of a tensor, which may be of another type, several times. */
  static Numbers repeat(Tensor scalar, DType dtype, int count) {
    boolean isComplex = scalar.dtype().isComplex();
    double value =
        isComplex
            ? scalar.getReal(0)
            : scalar.dtype().isFloating() ? scalar.getDouble(0) : scalar.getLong(0);
    return constant(value, isComplex ? scalar.getImaginary(0) : 0, dtype, count);
  }

  /** A real number, several times. */
  static Numbers constant(double value, DType dtype, int count) {
    return constant(value, 0, dtype, count);
  }

  private static Numbers constant(double value, double part, DType dtype, int count) {
    double[] real = new double[count];
    Arrays.fill(real, value);
    double[] imaginary = null;
    if (dtype.isComplex()) {
      imaginary = new double[count];
      Arrays.fill(imaginary, part);
    }
    return new Numbers(dtype, real, null).result(real, imaginary);
  }

  /** Puts the numbers in a tensor. */
  void write(Tensor tensor, long from) {
    for (int i = 0; i < real.length; i++) {
      if (imaginary == null) {
        tensor.setDouble(from + i, real[i]);
      } else {
        tensor.setComplex(from + i, real[i], imaginary[i]);
      }
    }
  }

  Numbers plus(Numbers other) {
    double[] sum = sum(real, other.real);
    return imaginary == null || other.imaginary == null
        ? result(sum, null)
        : result(sum, sum(imaginary, other.imaginary));
  }

  private static double[] sum(double[] a, double[] b) {
    double[] sum = new double[a.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = a[i] + b[i];
    }
    return sum;
  }

  Numbers minus(Numbers other) {
    double[] difference = difference(real, other.real);
    return imaginary == null || other.imaginary == null
        ? result(difference, null)
        : result(difference, difference(imaginary, other.imaginary));
  }

  private static double[] difference(double[] a, double[] b) {
    double[] difference = new double[a.length];
    for (int i = 0; i < difference.length; i++) {
      difference[i] = a[i] - b[i];
    }
    return difference;
  }

  Numbers times(Numbers other) {
    double[] product = new double[real.length];
    if (imaginary == null || other.imaginary == null) {
      for (int i = 0; i < product.length; i++) {
        product[i] = real[i] * other.real[i];
      }
      return result(product, null);
    }
    double[] part = new double[real.length];
    for (int i = 0; i < product.length; i++) {
      product[i] = real[i] * other.real[i] - imaginary[i] * other.imaginary[i];
      part[i] = real[i] * other.imaginary[i] + imaginary[i] * other.real[i];
    }
    return result(product, part);
  }

  Numbers square() {
    return times(this);
  }

  Numbers dividedBy(Numbers other) {
    double[] quotient = new double[real.length];
    if (imaginary == null || other.imaginary == null) {
      for (int i = 0; i < quotient.length; i++) {
        quotient[i] = real[i] / other.real[i];
      }
      return result(quotient, null);
    }
    double[] part = new double[real.length];
    for (int i = 0; i < quotient.length; i++) {
      double c = other.real[i];
      double d = other.imaginary[i];
      double norm = c * c + d * d;
      quotient[i] = (real[i] * c + imaginary[i] * d) / norm;
      part[i] = (imaginary[i] * c - real[i] * d) / norm;
    }
    return result(quotient, part);
  }

  /** The square root; of a complex number the one with a real part of at least 0. */
  Numbers sqrt() {
    if (imaginary == null) {
      return map(Math::sqrt);
    }
    double[] root = new double[real.length];
    double[] part = new double[real.length];
    for (int i = 0; i < root.length; i++) {
      double size = Math.hypot(real[i], imaginary[i]);
      double larger = Math.sqrt((size + Math.abs(real[i])) / 2);
      double smaller = larger == 0 ? 0 : Math.abs(imaginary[i]) / (2 * larger);
      root[i] = real[i] >= 0 ? larger : smaller;
      part[i] = Math.copySign(real[i] >= 0 ? smaller : larger, imaginary[i]);
    }
    return result(root, part);
  }

  /** One over the square root, rounded once. */
  Numbers reciprocalSqrt() {
    if (imaginary == null) {
      return map(x -> 1 / Math.sqrt(x));
    }
    return constant(1, dtype, real.length).dividedBy(sqrt());
  }

  Numbers abs() {
    return map(Math::abs);
  }

  /** -1, 0 or 1. */
  Numbers sign() {
    return map(Math::signum);
  }

  Numbers exp() {
    return map(Math::exp);
  }

  Numbers max(Numbers other) {
    return zip(other, Math::max);
  }

  Numbers power(Numbers exponent) {
    return zip(exponent, Math::pow);
  }

  Numbers negated() {
    return constant(0, dtype, real.length).minus(this);
  }

  /** These numbers where those of {@code left} are greater than those of {@code right}, else 0. */
  Numbers whereGreater(Numbers left, Numbers right) {
    Numbers difference = left.zip(right, (a, b) -> a > b ? 1 : 0);
    return zip(difference, (x, keep) -> keep == 0 ? 0 : x);
  }

  private Numbers map(DoubleUnaryOperator function) {
    requireReal();
    double[] values = new double[real.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = function.applyAsDouble(real[i]);
    }
    return result(values, null);
  }

  private Numbers zip(Numbers other, DoubleBinaryOperator function) {
    requireReal();
    double[] values = new double[real.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = function.applyAsDouble(real[i], other.real[i]);
    }
    return result(values, null);
  }

  private void requireReal() {
    if (imaginary != null) {
      throw WeirException.unimplemented("complex numbers are not ordered");
    }
  }

  /** The first of the numbers, by its real part. */
  double first() {
    return real[0];
  }
}
