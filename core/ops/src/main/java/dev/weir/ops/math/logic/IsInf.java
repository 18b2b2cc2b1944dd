package dev.weir.ops.math.logic;

/** {@code y} says whether x is ∞ or -∞. */
final class IsInf extends UnaryTest {
  IsInf() {
    super("IsInf(x: T) -> (y: bool) T:type in [bfloat16, half, float, double];");
  }

  @Override
  boolean test(double x) {
    return Double.isInfinite(x);
  }
}
