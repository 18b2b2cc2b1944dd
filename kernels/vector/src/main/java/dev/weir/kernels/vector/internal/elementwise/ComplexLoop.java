package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;

/** Makes complex numbers of their real and imaginary parts. The template of loops. */
final class ComplexLoop implements BinaryLoop {
  private static final RealElement<?> PART =
      Specialized.operation(MethodHandles.lookup(), RealElement.class);

  private static final int SHIFT = PART.shift();
  private static final long SIZE = 1 << SHIFT;

  @Override
  public void run(long x, long y, long out, long count) {
    run(x, SIZE, y, SIZE, out, count);
  }

  @Override
  public void runRightScalar(long x, long y, long out, long count) {
    run(x, SIZE, y, 0, out, count);
  }

  @Override
  public void runLeftScalar(long x, long y, long out, long count) {
    run(x, 0, y, SIZE, out, count);
  }

  private static void run(long x, long xStep, long y, long yStep, long out, long count) {
    for (long i = 0; i < count; i++) {
      long to = out + (i << SHIFT + 1);
      PART.set(to, PART.get(x + i * xStep));
      PART.set(to + SIZE, PART.get(y + i * yStep));
    }
  }
}
