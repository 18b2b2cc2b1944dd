package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.graph.kernel.ElementFunction;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;

/** The template behind {@link TernaryLoop}. */
final class TernaryLoopTemplate implements TernaryLoop {
  private static final Operation OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final RealElement<?> ELEMENT = OPERATION.element();
  private static final ElementFunction.OfThree FUNCTION = OPERATION.function();
  private static final int SHIFT = ELEMENT.shift();

  @Override
  public void run(Operand x, Operand y, Operand z, long out, long from, long to) {
    for (long i = from; i < to; i++) {
      double result =
          FUNCTION.apply(ELEMENT.get(x.at(i)), ELEMENT.get(y.at(i)), ELEMENT.get(z.at(i)));
      ELEMENT.set(out + (i << SHIFT), result);
    }
  }
}
