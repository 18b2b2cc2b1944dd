package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;

/** The template behind {@link ShortSumVectorKernel.Loop}. */
final class ShortSumLoop implements ShortSumVectorKernel.Loop {
  private static final RealElement<?> ELEMENT =
      Specialized.operation(MethodHandles.lookup(), RealElement.class);

  private static final int SHIFT = ELEMENT.shift();

  @Override
  public void run(long[] operands, long out, long from, long to) {
    for (long i = from << SHIFT; i < to << SHIFT; i += 1 << SHIFT) {
      double sum = 0;
      for (long operand : operands) {
        sum += ELEMENT.get(operand + i);
      }
      ELEMENT.set(out + i, sum);
    }
  }
}
