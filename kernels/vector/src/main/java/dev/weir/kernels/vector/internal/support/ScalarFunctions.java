package dev.weir.kernels.vector.internal.support;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * Functions of single elements, with the same results as those of vectors: for the elements that do
 * not fill a vector, and for all of them until the vector loops are compiled.
 */
public final class ScalarFunctions {
  private ScalarFunctions() {}

  /** A function of one operand. */
  public record Unary(DoubleUnaryOperator real, LongUnaryOperator integer) {
    /** A function of real numbers only. */
    public static Unary of(DoubleUnaryOperator real) {
      return new Unary(
          real,
          x -> {
            throw new UnsupportedOperationException("not for integers");
          });
    }

    /** A function of integers only. */
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
    /** A function of real numbers only. */
    public static Binary of(DoubleBinaryOperator real) {
      return new Binary(
          real,
          (x, y) -> {
            throw new UnsupportedOperationException("not for integers");
          });
    }

    /** A function of integers only. */
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
