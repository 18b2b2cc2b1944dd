package dev.weir.kernels.vector.internal.support;

import dev.weir.graph.kernel.ElementFunction;
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
  public record Unary(
      DoubleUnaryOperator real, LongUnaryOperator integer, ElementFunction.OfComplex complex) {
    public Unary(DoubleUnaryOperator real, LongUnaryOperator integer) {
      this(
          real,
          integer,
          (a, b, out) -> {
            throw notFor("complex numbers");
          });
    }

    /** A function of complex numbers only. */
    public static Unary ofComplex(ElementFunction.OfComplex complex) {
      return new Unary(
          x -> {
            throw notFor("real numbers");
          },
          x -> {
            throw notFor("integers");
          },
          complex);
    }

    /** A function of real numbers only. */
    public static Unary of(DoubleUnaryOperator real) {
      return new Unary(
          real,
          x -> {
            throw notFor("integers");
          });
    }

    /** A function of integers only. */
    public static Unary ofWhole(LongUnaryOperator integer) {
      return new Unary(
          x -> {
            throw notFor("real numbers");
          },
          integer);
    }
  }

  /** A function of two operands. */
  public record Binary(
      DoubleBinaryOperator real,
      LongBinaryOperator integer,
      ElementFunction.OfComplexPair complex) {
    public Binary(DoubleBinaryOperator real, LongBinaryOperator integer) {
      this(
          real,
          integer,
          (a, b, c, d, out) -> {
            throw notFor("complex numbers");
          });
    }

    /** A function of complex numbers only. */
    public static Binary ofComplex(ElementFunction.OfComplexPair complex) {
      return new Binary(
          (x, y) -> {
            throw notFor("real numbers");
          },
          (x, y) -> {
            throw notFor("integers");
          },
          complex);
    }

    /** A function of real numbers only. */
    public static Binary of(DoubleBinaryOperator real) {
      return new Binary(
          real,
          (x, y) -> {
            throw notFor("integers");
          });
    }

    /** A function of integers only. */
    public static Binary ofWhole(LongBinaryOperator integer) {
      return new Binary(
          (x, y) -> {
            throw notFor("real numbers");
          },
          integer);
    }
  }

  private static UnsupportedOperationException notFor(String numbers) {
    return new UnsupportedOperationException("not for " + numbers);
  }

  /** A comparison. */
  public record Test(RealTest real, IntegerTest integer, ComplexTest complex) {
    /** A comparison of integers only. */
    public static Test ofWhole(IntegerTest integer) {
      return new Test(
          (x, y) -> {
            throw notFor("real numbers");
          },
          integer);
    }

    /** A comparison of complex numbers only. */
    public static Test ofComplex(ComplexTest complex) {
      return new Test(
          (x, y) -> {
            throw notFor("real numbers");
          },
          (x, y) -> {
            throw notFor("integers");
          },
          complex);
    }

    public Test(RealTest real, IntegerTest integer) {
      this(
          real,
          integer,
          (a, b, c, d) -> {
            throw notFor("complex numbers");
          });
    }
  }

  /** A comparison of real numbers. */
  @FunctionalInterface
  public interface RealTest {
    boolean holds(double x, double y);
  }

  /** A comparison of {@code a + bi} and {@code c + di}. */
  @FunctionalInterface
  public interface ComplexTest {
    boolean holds(double a, double b, double c, double d);
  }

  /** A comparison of integers. */
  @FunctionalInterface
  public interface IntegerTest {
    boolean holds(long x, long y);
  }
}
