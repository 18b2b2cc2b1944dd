package dev.weir.kernels.vector.internal.reduce;

import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;
import java.util.function.LongBinaryOperator;

/** Running totals as loops over memory; each is rounded before the next is made of it. */
interface ScanLoop {
  /**
   * What a copy of the loops is made for.
   *
   * @param function makes the next total of a total and an element, as 64 bits
   * @param start the total of nothing
   * @param isExclusive whether a total lacks the element at its own position
   */
  record Operation(
      ScalarType element, LongBinaryOperator function, long start, boolean isExclusive) {}

  /**
   * Scans elements.
   *
   * @param step bytes from one to the next
   */
  void scan(long in, long out, long step, long count);

  /**
   * Scans neighboring columns, row by row.
   *
   * @param step bytes from one row to the next
   * @param totals memory for a total of each column
   */
  void scanColumns(long in, long out, long step, long count, long[] totals);

  static ScanLoop of(Operation operation) {
    return Specialized.copy(
        MethodHandles.lookup(), ScanLoopTemplate.class, ScanLoop.class, operation);
  }
}
