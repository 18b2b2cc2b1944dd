package dev.weir.ops.support;

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
}
