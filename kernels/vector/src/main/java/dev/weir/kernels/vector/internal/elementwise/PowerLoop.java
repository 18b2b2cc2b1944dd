package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.math.FloatPower;
import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;

/** Powers of floats, element by element; squares and cubes in vectors. */
final class PowerLoop implements BinaryLoop {
  private final UnaryLoop squares;
  private final UnaryLoop cubes;

  PowerLoop() {
    squares =
        UnaryLoop.of(
            new UnaryLoop.Operation<>(
                Element.FLOAT,
                x -> x.mul(x),
                ScalarFunctions.Unary.of(x -> x * x),
                WARM_UP_THRESHOLD));
    cubes =
        UnaryLoop.of(
            new UnaryLoop.Operation<>(
                Element.WIDE_FLOAT,
                x -> x.mul(x).mul(x),
                ScalarFunctions.Unary.of(x -> x * x * x),
                WARM_UP_THRESHOLD));
  }

  @Override
  public void run(long x, long y, long out, long count) {
    run(x, Float.BYTES, y, Float.BYTES, out, count);
  }

  @Override
  public void runRightScalar(long x, long y, long out, long count) {
    double exponent = Element.FLOAT.get(y);
    if (exponent == 2) {
      squares.run(x, out, count);
    } else if (exponent == 3) {
      cubes.run(x, out, count);
    } else {
      run(x, Float.BYTES, y, 0, out, count);
    }
  }

  @Override
  public void runLeftScalar(long x, long y, long out, long count) {
    run(x, 0, y, Float.BYTES, out, count);
  }

  private static void run(long x, int xStep, long y, int yStep, long out, long count) {
    for (long i = 0; i < count; i++) {
      double power =
          FloatPower.power(Element.FLOAT.get(x + i * xStep), Element.FLOAT.get(y + i * yStep));
      Element.FLOAT.set(out + i * Float.BYTES, power);
    }
  }
}
