package dev.weir.ops.support;

/** Functions of complex numbers. */
public final class ComplexMath {
  private ComplexMath() {}

  public static void add(double a, double b, double c, double d, ComplexFunction.Result out) {
    out.set(a + c, b + d);
  }

  /** {@code tanh(a + bi) = (sinh 2a + i sin 2b) / (cosh 2a + cos 2b)}. */
  public static void tanh(double a, double b, ComplexFunction.Result out) {
    if (Math.abs(a) > 20) { // cosh 2a swamps everything else
      out.set(
          Math.copySign(1, a),
          Double.isInfinite(a) ? 0 : 4 * Math.sin(b) * Math.cos(b) * Math.exp(-2 * Math.abs(a)));
      return;
    }
    double scale = Math.cosh(2 * a) + Math.cos(2 * b);
    out.set(Math.sinh(2 * a) / scale, Math.sin(2 * b) / scale);
  }
}
