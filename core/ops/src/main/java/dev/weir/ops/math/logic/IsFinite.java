package dev.weir.ops.math.logic;

/** {@code y} says whether x is neither infinite nor NaN. */
final class IsFinite extends UnaryTest {
  IsFinite() {
    super("IsFinite(x: T) -> (y: bool) T:type in [bfloat16, half, float, double];");
  }

  @Override
  boolean test(double x) {
    return Double.isFinite(x);
  }
}
