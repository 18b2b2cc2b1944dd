package dev.weir.kernels.vector;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * Functions of single elements: the twins of those of vectors, for the few elements that do not
 * fill one. They are as fast as ever long before the Vector API is, which is slow until compiled.
 */
final class Scalars {
  private Scalars() {}

  /** A function of one operand. */
  record Unary(DoubleUnaryOperator real, LongUnaryOperator integer) {
    /** Of real numbers only. */
    static Unary of(DoubleUnaryOperator real) {
      return new Unary(
          real,
          x -> {
            throw new UnsupportedOperationException("not for integers");
          });
    }

    /** Of whole numbers only. */
    static Unary ofWhole(LongUnaryOperator integer) {
      return new Unary(
          x -> {
            throw new UnsupportedOperationException("not for real numbers");
          },
          integer);
    }
  }

  /** A function of two operands. */
  record Binary(DoubleBinaryOperator real, LongBinaryOperator integer) {
    /** Of real numbers only. */
    static Binary of(DoubleBinaryOperator real) {
      return new Binary(
          real,
          (x, y) -> {
            throw new UnsupportedOperationException("not for integers");
          });
    }

    /** Of whole numbers only. */
    static Binary ofWhole(LongBinaryOperator integer) {
      return new Binary(
          (x, y) -> {
            throw new UnsupportedOperationException("not for real numbers");
          },
          integer);
    }
  }

  /** A comparison. */
  record Test(RealTest real, IntegerTest integer) {}

  /** A comparison of real numbers. */
  @FunctionalInterface
  interface RealTest {
    boolean holds(double x, double y);
  }

  /** A comparison of integers. */
  @FunctionalInterface
  interface IntegerTest {
    boolean holds(long x, long y);
  }
}
