package dev.weir.ops.math.logic;

/** {@code y} says whether x is not a number. */
final class IsNan extends UnaryTest {
  IsNan() {
    super("IsNan(x: T) -> (y: bool) T:type in [bfloat16, half, float, double];");
  }

  @Override
  boolean test(double x) {
    return Double.isNaN(x);
  }
}
