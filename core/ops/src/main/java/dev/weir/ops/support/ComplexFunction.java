package dev.weir.ops.support;

import dev.weir.graph.kernel.ElementFunction;

/** A function of one or two complex numbers; the result is left in {@code out}. */
public final class ComplexFunction {
  private ComplexFunction() {}

  /** Where a function leaves its result. */
  public static final class Result {
    public double real;
    public double imaginary;

    public void set(double re, double im) {
      real = re;
      imaginary = im;
    }
  }

  /** {@code out = f(a + bi)}. */
  @FunctionalInterface
  public interface Unary extends ElementFunction.OfComplex {
    void apply(double a, double b, Result out);

    @Override
    default void apply(double a, double b, ElementFunction.ComplexTarget out) {
      Result result = new Result();
      apply(a, b, result);
      out.set(result.real, result.imaginary);
    }
  }

  /** {@code out = f(a + bi, c + di)}. */
  @FunctionalInterface
  public interface Binary extends ElementFunction.OfComplexPair {
    void apply(double a, double b, double c, double d, Result out);

    @Override
    default void apply(double a, double b, double c, double d, ElementFunction.ComplexTarget out) {
      Result result = new Result();
      apply(a, b, c, d, result);
      out.set(result.real, result.imaginary);
    }
  }
}
