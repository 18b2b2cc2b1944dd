package dev.weir.ops.train;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/**
 * A few numbers of one element type, real or complex, that are computed with element by element:
 * the words in which update rules are written. Every operation gives new numbers, rounded to the
 * type; all operands have the same type and are as many.
 */
abstract class Numbers {
  /** Some elements of a tensor, of floating-point or complex numbers. */
  static Numbers read(Tensor tensor, long from, int count) {
    return tensor.dtype() == DType.FLOAT32
        ? SingleNumbers.read(tensor, from, count)
        : RoundedNumbers.read(tensor, from, count);
  }

  /** The one element of a tensor, which may be of another type, several times. */
  static Numbers repeat(Tensor scalar, DType dtype, int count) {
    if (scalar.dtype().isComplex()) {
      return RoundedNumbers.constant(scalar.getReal(0), scalar.getImaginary(0), dtype, count);
    }
    return constant(scalar.getDouble(0), dtype, count);
  }

  /** A real number, several times. */
  static Numbers constant(double value, DType dtype, int count) {
    return dtype == DType.FLOAT32
        ? SingleNumbers.constant(value, count)
        : RoundedNumbers.constant(value, 0, dtype, count);
  }

  /** Puts the numbers in a tensor. */
  abstract void write(Tensor tensor, long from);

  abstract Numbers plus(Numbers other);

  abstract Numbers minus(Numbers other);

  abstract Numbers times(Numbers other);

  abstract Numbers dividedBy(Numbers other);

  final Numbers square() {
    return times(this);
  }

  /** The square root; of a complex number the one with a real part of at least 0. */
  abstract Numbers sqrt();

  /** One over the square root, rounded once where it is real. */
  abstract Numbers reciprocalSqrt();

  abstract Numbers negated();

  abstract Numbers abs();

  /** -1, 0 or 1. */
  abstract Numbers sign();

  abstract Numbers exp();

  abstract Numbers max(Numbers other);

  abstract Numbers power(Numbers exponent);

  /** These numbers where those of {@code left} are greater than those of {@code right}, else 0. */
  abstract Numbers whereGreater(Numbers left, Numbers right);

  /** The first of the numbers, by its real part. */
  abstract double first();
}
