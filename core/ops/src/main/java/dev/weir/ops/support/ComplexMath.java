package dev.weir.ops.support;

/** Functions of complex numbers. */
public final class ComplexMath {
  private ComplexMath() {}

  public static void add(double a, double b, double c, double d, ComplexFunction.Result out) {
    out.set(a + c, b + d);
  }

  /** {@code tanh(a + bi) = (sinh a cosh a + i sin b cos b) / (sinh² a + cos² b)}. */
  public static void tanh(double a, double b, ComplexFunction.Result out) {
    if (Math.abs(a) > 20) { // sinh² a swamps everything else
      out.set(Math.copySign(1, a), 4 * Math.sin(b) * Math.cos(b) * Math.exp(-2 * Math.abs(a)));
      return;
    }
    double sinh = Math.sinh(a);
    double cos = Math.cos(b);
    double scale = sinh * sinh + cos * cos;
    out.set(sinh * Math.cosh(a) / scale, Math.sin(b) * cos / scale);
  }
}
