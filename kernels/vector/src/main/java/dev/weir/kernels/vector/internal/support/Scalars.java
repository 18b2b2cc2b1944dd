package dev.weir.kernels.vector.internal.support;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * Functions of single elements: the twins of those of vectors, for the few elements that do not
 * fill one. They are as fast as ever long before the Vector API is, which is slow until compiled.
 */
public final class Scalars {
  private Scalars() {}

  /** A function of one operand. */
  public record Unary(DoubleUnaryOperator real, LongUnaryOperator integer) {
    /** Of real numbers only. */
    public static Unary of(DoubleUnaryOperator real) {
      return new Unary(
          real,
          x -> {
            throw new UnsupportedOperationException("not for integers");
          });
    }

    /** Of whole numbers only. */
    public static Unary ofWhole(LongUnaryOperator integer) {
      return new Unary(
          x -> {
            throw new UnsupportedOperationException("not for real numbers");
          },
          integer);
    }
  }

  /** A function of two operands. */
  public record Binary(DoubleBinaryOperator real, LongBinaryOperator integer) {
    /** Of real numbers only. */
    public static Binary of(DoubleBinaryOperator real) {
      return new Binary(
          real,
          (x, y) -> {
            throw new UnsupportedOperationException("not for integers");
          });
    }

    /** Of whole numbers only. */
    public static Binary ofWhole(LongBinaryOperator integer) {
      return new Binary(
          (x, y) -> {
            throw new UnsupportedOperationException("not for real numbers");
          },
          integer);
    }
  }

  /** A comparison. */
  public record Test(RealTest real, IntegerTest integer) {}

  /** A comparison of real numbers. */
  @FunctionalInterface
  public interface RealTest {
    boolean holds(double x, double y);
  }

  /** A comparison of integers. */
  @FunctionalInterface
  public interface IntegerTest {
    boolean holds(long x, long y);
  }
}
