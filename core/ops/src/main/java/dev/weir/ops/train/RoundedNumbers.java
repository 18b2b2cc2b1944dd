package dev.weir.ops.train;

import dev.weir.error.WeirException;
import dev.weir.ops.support.Rounding;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of any floating-point or complex type, computed in double precision and rounded to the
 * type after every operation.
 */
final class RoundedNumbers extends Numbers {
  private final DType dtype;
  private final double[] real;
  private final double @Nullable [] imaginary;

  /** Takes numbers as they are. */
  private RoundedNumbers(DType dtype, double[] real, double @Nullable [] imaginary) {
    this.dtype = dtype;
    this.real = real;
    this.imaginary = imaginary;
  }

  /** Rounds the results of an operation. */
  private RoundedNumbers result(double[] newReal, double @Nullable [] newImaginary) {
    round(dtype, newReal);
    if (newImaginary != null) {
      round(dtype, newImaginary);
    }
    return new RoundedNumbers(dtype, newReal, newImaginary);
  }

  private static void round(DType dtype, double[] x) {
    switch (dtype) {
      case COMPLEX64 -> {
        for (int i = 0; i < x.length; i++) {
          x[i] = (float) x[i];
        }
      }
      case FLOAT16, BFLOAT16 -> {
        DoubleUnaryOperator rounding = Rounding.to(dtype);
        for (int i = 0; i < x.length; i++) {
          x[i] = rounding.applyAsDouble(x[i]);
        }
      }
      default -> {}
    }
  }

  static RoundedNumbers read(Tensor tensor, long from, int count) {
    double[] real = new double[count];
    if (!tensor.dtype().isComplex()) {
      for (int i = 0; i < count; i++) {
        real[i] = tensor.getDouble(from + i);
      }
      return new RoundedNumbers(tensor.dtype(), real, null);
    }
    double[] imaginary = new double[count];
    for (int i = 0; i < count; i++) {
      real[i] = tensor.getReal(from + i);
      imaginary[i] = tensor.getImaginary(from + i);
    }
    return new RoundedNumbers(tensor.dtype(), real, imaginary);
  }

  /** A number, several times; without imaginary part where the type has none. */
  static RoundedNumbers constant(double value, double part, DType dtype, int count) {
    double[] real = new double[count];
    Arrays.fill(real, value);
    double[] imaginary = null;
    if (dtype.isComplex()) {
      imaginary = new double[count];
      Arrays.fill(imaginary, part);
    }
    return new RoundedNumbers(dtype, real, null).result(real, imaginary);
  }

  private static RoundedNumbers of(Numbers numbers) {
    return (RoundedNumbers) numbers;
  }

  @Override
  void write(Tensor tensor, long from) {
    for (int i = 0; i < real.length; i++) {
      if (imaginary == null) {
        tensor.setDouble(from + i, real[i]);
      } else {
        tensor.setComplex(from + i, real[i], imaginary[i]);
      }
    }
  }

  @Override
  Numbers plus(Numbers other) {
    RoundedNumbers b = of(other);
    double[] sum = sum(real, b.real);
    return imaginary == null || b.imaginary == null
        ? result(sum, null)
        : result(sum, sum(imaginary, b.imaginary));
  }

  private static double[] sum(double[] a, double[] b) {
    double[] sum = new double[a.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = a[i] + b[i];
    }
    return sum;
  }

  @Override
  Numbers minus(Numbers other) {
    RoundedNumbers b = of(other);
    double[] difference = difference(real, b.real);
    return imaginary == null || b.imaginary == null
        ? result(difference, null)
        : result(difference, difference(imaginary, b.imaginary));
  }

  private static double[] difference(double[] a, double[] b) {
    double[] difference = new double[a.length];
    for (int i = 0; i < difference.length; i++) {
      difference[i] = a[i] - b[i];
    }
    return difference;
  }

  @Override
  Numbers times(Numbers other) {
    RoundedNumbers b = of(other);
    double[] product = new double[real.length];
    if (imaginary == null || b.imaginary == null) {
      for (int i = 0; i < product.length; i++) {
        product[i] = real[i] * b.real[i];
      }
      return result(product, null);
    }
    double[] part = new double[real.length];
    for (int i = 0; i < product.length; i++) {
      product[i] = real[i] * b.real[i] - imaginary[i] * b.imaginary[i];
      part[i] = real[i] * b.imaginary[i] + imaginary[i] * b.real[i];
    }
    return result(product, part);
  }

  @Override
  Numbers dividedBy(Numbers other) {
    RoundedNumbers b = of(other);
    double[] quotient = new double[real.length];
    if (imaginary == null || b.imaginary == null) {
      for (int i = 0; i < quotient.length; i++) {
        quotient[i] = real[i] / b.real[i];
      }
      return result(quotient, null);
    }
    double[] part = new double[real.length];
    for (int i = 0; i < quotient.length; i++) {
      double c = b.real[i];
      double d = b.imaginary[i];
      double norm = c * c + d * d;
      quotient[i] = (real[i] * c + imaginary[i] * d) / norm;
      part[i] = (imaginary[i] * c - real[i] * d) / norm;
    }
    return result(quotient, part);
  }

  @Override
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

  @Override
  Numbers reciprocalSqrt() {
    if (imaginary == null) {
      return map(x -> 1 / Math.sqrt(x));
    }
    return constant(1, 0, dtype, real.length).dividedBy(sqrt());
  }

  @Override
  Numbers abs() {
    return map(Math::abs);
  }

  @Override
  Numbers sign() {
    return map(Math::signum);
  }

  @Override
  Numbers exp() {
    return map(Math::exp);
  }

  @Override
  Numbers max(Numbers other) {
    return zip(other, Math::max);
  }

  @Override
  Numbers power(Numbers exponent) {
    return zip(exponent, Math::pow);
  }

  @Override
  Numbers negated() {
    return constant(0, 0, dtype, real.length).minus(this);
  }

  @Override
  Numbers whereGreater(Numbers left, Numbers right) {
    RoundedNumbers difference = of(left).zip(right, (a, b) -> a > b ? 1 : 0);
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

  private RoundedNumbers zip(Numbers other, DoubleBinaryOperator function) {
    requireReal();
    RoundedNumbers b = of(other);
    double[] values = new double[real.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = function.applyAsDouble(real[i], b.real[i]);
    }
    return result(values, null);
  }

  private void requireReal() {
    if (imaginary != null) {
      throw WeirException.unimplemented("complex numbers are not ordered");
    }
  }

  @Override
  double first() {
    return real[0];
  }
}
