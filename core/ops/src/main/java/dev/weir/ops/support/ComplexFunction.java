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
  public interface Unary {
    void apply(double a, double b, Result out);
  }

  /** {@code out = f(a + bi, c + di)}. */
  @FunctionalInterface
  public interface Binary {
    void apply(double a, double b, double c, double d, Result out);
  }

  /** A function as providers of kernels see it. */
  static ElementFunction.Complex elementFunction(Unary f) {
    return new ElementFunction.Complex(
        (a, b, out) -> {
          Result result = new Result();
          f.apply(a, b, result);
          out.set(result.real, result.imaginary);
        });
  }

  /** A function as providers of kernels see it. */
  static ElementFunction.ComplexPair elementFunction(Binary f) {
    return new ElementFunction.ComplexPair(
        (a, b, c, d, out) -> {
          Result result = new Result();
          f.apply(a, b, c, d, result);
          out.set(result.real, result.imaginary);
        });
  }
}
