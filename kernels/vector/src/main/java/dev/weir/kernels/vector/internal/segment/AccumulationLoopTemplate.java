package dev.weir.kernels.vector.internal.segment;

import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;
import java.util.function.LongBinaryOperator;

/** The template of loops over single integers of types without vectors. */
final class AccumulationLoopTemplate implements AccumulationLoop {
  private static final Operation OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final ScalarType ELEMENT = OPERATION.element();
  private static final LongBinaryOperator FUNCTION = OPERATION.function();

  @Override
  public void run(long totals, long elements, long count) {
    for (int i = 0; i < count; i++) {
      long total = ELEMENT.at(totals, i);
      long element = ELEMENT.bits(ELEMENT.at(elements, i));
      ELEMENT.setBits(total, FUNCTION.applyAsLong(ELEMENT.bits(total), element));
    }
  }
}
