package dev.weir.kernels.vector.internal.reduce;

import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/** The template behind {@link ScanLoop}. */
final class ScanLoopTemplate implements ScanLoop {
  private static final Operation OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final ScalarType ELEMENT = OPERATION.element();
  private static final LongBinaryOperator FUNCTION = OPERATION.function();
  private static final boolean IS_EXCLUSIVE = OPERATION.isExclusive();
  private static final int SHIFT = ELEMENT.shift();

  @Override
  public void scan(long in, long out, long step, long count) {
    long total = OPERATION.start();
    long at = 0;
    for (long n = 0; n < count; n++) {
      total = next(total, in + at, in + at - step, n, out + at);
      at += step;
    }
  }

  /** Sets one result and returns it. */
  private static long next(long total, long element, long before, long n, long out) {
    long next = total;
    if (!IS_EXCLUSIVE) {
      next = FUNCTION.applyAsLong(total, ELEMENT.bits(element));
    } else if (n > 0) {
      next = FUNCTION.applyAsLong(total, ELEMENT.bits(before));
    }
    ELEMENT.setBits(out, next);
    return ELEMENT.bits(out);
  }

  @Override
  public void scanColumns(long in, long out, long step, long count, long[] totals) {
    Arrays.fill(totals, OPERATION.start());
    long at = 0;
    for (long n = 0; n < count; n++) {
      for (int k = 0; k < totals.length; k++) {
        long element = at + ((long) k << SHIFT);
        totals[k] = next(totals[k], in + element, in + element - step, n, out + element);
      }
      at += step;
    }
  }
}
