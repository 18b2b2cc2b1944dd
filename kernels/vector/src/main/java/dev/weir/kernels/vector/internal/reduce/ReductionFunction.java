package dev.weir.kernels.vector.internal.reduce;

import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import jdk.incubator.vector.Vector;

/**
 * What a reduction does, on vectors and on single numbers as 64 bits, with the same results.
 *
 * @param start the total of no elements
 * @param square whether the squares of elements are reduced
 * @param result makes a result of a total; null if it is the total
 */
record ReductionFunction(
    long start,
    Square square,
    Vectors vectors,
    LongBinaryOperator scalars,
    @org.jspecify.annotations.Nullable Result result) {
  /** Combines lanes of any type. */
  @FunctionalInterface
  interface Vectors {
    Vector<Object> combine(Vector<Object> x, Vector<Object> y);
  }

  /** Makes the bits of a result of a total and the number of elements it was made of. */
  @FunctionalInterface
  interface Result {
    long of(long total, long count);
  }

  /** Whether elements are squared first, and how. */
  enum Square {
    NONE,
    WHOLE,
    REAL
  }

  /** Of integers. */
  static ReductionFunction whole(long start, Vectors vectors, LongBinaryOperator scalars) {
    return new ReductionFunction(start, Square.NONE, vectors, scalars, null);
  }

  /** Of real numbers. */
  static ReductionFunction real(double start, Vectors vectors, DoubleBinaryOperator scalars) {
    return new ReductionFunction(
        bits(start),
        Square.NONE,
        vectors,
        (x, y) -> bits(scalars.applyAsDouble(number(x), number(y))),
        null);
  }

  /** The sum. */
  static ReductionFunction sum(boolean isReal) {
    return isReal
        ? real(0, (x, y) -> x.add(y), Double::sum)
        : whole(0, (x, y) -> x.add(y), Long::sum);
  }

  /** The product. */
  static ReductionFunction product(boolean isReal) {
    return isReal
        ? real(1, (x, y) -> x.mul(y), (x, y) -> x * y)
        : whole(1, (x, y) -> x.mul(y), (x, y) -> x * y);
  }

  /** The sum of squares. */
  static ReductionFunction squares(boolean isReal) {
    ReductionFunction sum = sum(isReal);
    return new ReductionFunction(
        sum.start, isReal ? Square.REAL : Square.WHOLE, sum.vectors, sum.scalars, null);
  }

  /** With another way to make results. */
  ReductionFunction finishedBy(Result made) {
    return new ReductionFunction(start, square, vectors, scalars, made);
  }

  /** For totals of a former stage. */
  ReductionFunction ofTotals() {
    return new ReductionFunction(start, Square.NONE, vectors, scalars, result);
  }

  /** Whether the result of a single element is that element. */
  boolean keepsSingles() {
    return square == Square.NONE;
  }

  static long bits(double number) {
    return Double.doubleToRawLongBits(number);
  }

  static double number(long bits) {
    return Double.longBitsToDouble(bits);
  }

  /** Squares single elements. */
  LongUnaryOperator squaring() {
    return switch (square) {
      case NONE -> x -> x;
      case WHOLE -> x -> x * x;
      case REAL -> x -> bits(number(x) * number(x));
    };
  }
}
