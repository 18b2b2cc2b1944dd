package dev.weir.ops.train;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.Arrays;

/**
 * Complex numbers, computed in double precision and rounded to the type after every operation. They
 * are not ordered: no rule that compares is applied to them.
 */
final class ComplexNumbers extends Numbers {
  private final NumberArrays arrays;
  private final double[] real;
  private final double[] imaginary;

  private ComplexNumbers(NumberArrays arrays) {
    this.arrays = arrays;
    this.real = arrays.takeDoubles();
    this.imaginary = arrays.takeDoubles();
  }

  /** One number for each element of a block, not set yet. */
  static ComplexNumbers of(NumberArrays arrays) {
    return new ComplexNumbers(arrays);
  }

  /** One number for all elements. */
  static ComplexNumbers uniform(double value, double part, NumberArrays arrays) {
    ComplexNumbers numbers = new ComplexNumbers(arrays);
    Arrays.fill(numbers.real, value);
    Arrays.fill(numbers.imaginary, part);
    return numbers.rounded(numbers.real.length);
  }

  private ComplexNumbers rounded() {
    return rounded(arrays.count());
  }

  private ComplexNumbers rounded(int count) {
    if (arrays.dtype() == DType.COMPLEX64) {
      for (int i = 0; i < count; i++) {
        real[i] = (float) real[i];
        imaginary[i] = (float) imaginary[i];
      }
    }
    return this;
  }

  @Override
  void load(Tensor tensor, long from, int at, int count) {
    for (int i = 0; i < count; i++) {
      real[at + i] = tensor.getReal(from + i);
      imaginary[at + i] = tensor.getImaginary(from + i);
    }
  }

  @Override
  void store(Tensor tensor, long from, int at, int count) {
    for (int i = 0; i < count; i++) {
      tensor.setComplex(from + i, real[at + i], imaginary[at + i]);
    }
  }

  private static ComplexNumbers of(Numbers numbers) {
    return (ComplexNumbers) numbers;
  }

  @Override
  Numbers plus(Numbers other) {
    ComplexNumbers b = of(other);
    ComplexNumbers sum = of(arrays);
    for (int i = 0; i < arrays.count(); i++) {
      sum.real[i] = real[i] + b.real[i];
      sum.imaginary[i] = imaginary[i] + b.imaginary[i];
    }
    return sum.rounded();
  }

  @Override
  Numbers minus(Numbers other) {
    ComplexNumbers b = of(other);
    ComplexNumbers difference = of(arrays);
    for (int i = 0; i < arrays.count(); i++) {
      difference.real[i] = real[i] - b.real[i];
      difference.imaginary[i] = imaginary[i] - b.imaginary[i];
    }
    return difference.rounded();
  }

  @Override
  Numbers times(Numbers other) {
    ComplexNumbers b = of(other);
    ComplexNumbers product = of(arrays);
    for (int i = 0; i < arrays.count(); i++) {
      product.real[i] = real[i] * b.real[i] - imaginary[i] * b.imaginary[i];
      product.imaginary[i] = real[i] * b.imaginary[i] + imaginary[i] * b.real[i];
    }
    return product.rounded();
  }

  @Override
  Numbers dividedBy(Numbers other) {
    ComplexNumbers b = of(other);
    ComplexNumbers quotient = of(arrays);
    for (int i = 0; i < arrays.count(); i++) {
      double c = b.real[i];
      double d = b.imaginary[i];
      double norm = c * c + d * d;
      quotient.real[i] = (real[i] * c + imaginary[i] * d) / norm;
      quotient.imaginary[i] = (imaginary[i] * c - real[i] * d) / norm;
    }
    return quotient.rounded();
  }

  @Override
  Numbers sqrt() {
    ComplexNumbers root = of(arrays);
    for (int i = 0; i < arrays.count(); i++) {
      double size = Math.hypot(real[i], imaginary[i]);
      double larger = Math.sqrt((size + Math.abs(real[i])) / 2);
      double smaller = larger == 0 ? 0 : Math.abs(imaginary[i]) / (2 * larger);
      root.real[i] = real[i] >= 0 ? larger : smaller;
      root.imaginary[i] = Math.copySign(real[i] >= 0 ? smaller : larger, imaginary[i]);
    }
    return root.rounded();
  }

  @Override
  Numbers reciprocalSqrt() {
    return uniform(1, 0, arrays).dividedBy(sqrt());
  }

  @Override
  Numbers negated() {
    return uniform(0, 0, arrays).minus(this);
  }

  private static WeirException unordered() {
    return WeirException.unimplemented("complex numbers are not ordered");
  }

  @Override
  Numbers abs() {
    throw unordered();
  }

  @Override
  Numbers sign() {
    throw unordered();
  }

  @Override
  Numbers exp() {
    throw unordered();
  }

  @Override
  Numbers max(Numbers other) {
    throw unordered();
  }

  @Override
  Numbers power(Numbers exponent) {
    throw unordered();
  }

  @Override
  Numbers whereGreater(Numbers left, Numbers right) {
    throw unordered();
  }

  @Override
  double first() {
    return real[0];
  }
}
