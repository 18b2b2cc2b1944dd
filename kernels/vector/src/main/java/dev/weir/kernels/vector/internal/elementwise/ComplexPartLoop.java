package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.ComplexElement;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;
import java.util.function.DoubleBinaryOperator;

/** Sets real numbers from complex ones: the template and what it is made for. */
final class ComplexPartLoop implements UnaryLoop {
  /** A function of the real and the imaginary part, and the types of operand and result. */
  record Operation(ComplexElement<?> from, RealElement<?> to, DoubleBinaryOperator part) {}

  private static final Operation OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final ComplexElement<?> FROM = OPERATION.from();
  private static final RealElement<?> TO = OPERATION.to();
  private static final DoubleBinaryOperator PART = OPERATION.part();
  private static final int FROM_SHIFT = FROM.shift();
  private static final int TO_SHIFT = TO.shift();

  @Override
  public void run(long in, long out, long count) {
    for (long i = 0; i < count; i++) {
      long at = in + (i << FROM_SHIFT);
      TO.set(out + (i << TO_SHIFT), PART.applyAsDouble(FROM.real(at), FROM.imaginary(at)));
    }
  }
}
