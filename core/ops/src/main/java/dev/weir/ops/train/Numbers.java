package dev.weir.ops.train;

import dev.weir.tensor.Tensor;

/**
 * A few numbers of one element type, real or complex, that are computed with element by element:
 * the words in which update rules are written. Every operation gives new numbers, rounded to the
 * type; all operands have the same type, and either a number for each element of a block or one for
 * all of them. What is computed of the latter alone is one number, too.
 *
 * <p>Each operation is a loop over arrays that stay in the first cache, which the compiler makes
 * vectors of.
 */
abstract class Numbers {
  /** One number for each element of a block, to be loaded. */
  static Numbers of(NumberArrays arrays) {
    return switch (arrays.dtype()) {
      case FLOAT32 -> SingleNumbers.of(arrays);
      case FLOAT64 -> DoubleNumbers.of(arrays);
      case FLOAT16, BFLOAT16 -> NarrowNumbers.of(arrays);
      default -> ComplexNumbers.of(arrays);
    };
  }

  /** The one element of a tensor, which may be of another type, for all elements. */
  static Numbers uniform(Tensor scalar, NumberArrays arrays) {
    return scalar.dtype().isComplex()
        ? ComplexNumbers.uniform(scalar.getReal(0), scalar.getImaginary(0), arrays)
        : uniform(scalar.getDouble(0), arrays);
  }

  /** A real number for all elements. */
  static Numbers uniform(double value, NumberArrays arrays) {
    return switch (arrays.dtype()) {
      case FLOAT32 -> SingleNumbers.uniform(value, arrays);
      case FLOAT64 -> DoubleNumbers.uniform(value, arrays);
      case FLOAT16, BFLOAT16 -> NarrowNumbers.uniform(value, arrays);
      default -> ComplexNumbers.uniform(value, 0, arrays);
    };
  }

  /**
   * Sets some of the numbers from neighboring elements of a tensor.
   *
   * @param at the first of the numbers
   */
  abstract void load(Tensor tensor, long from, int at, int count);

  /** Sets neighboring elements of a tensor from some of the numbers. */
  abstract void store(Tensor tensor, long from, int at, int count);

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
