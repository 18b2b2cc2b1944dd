package dev.weir.kernels.vector.internal.reduce;

import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;

/**
 * A reduction as loops over memory. Totals are 64 {@linkplain ScalarType#bits bits}, and results
 * either those of totals or finished elements of the output.
 */
interface ReductionLoop {
  /**
   * What a copy of the loops is made for.
   *
   * @param element an operand in memory
   * @param output a result in memory, if it is finished
   */
  record Operation(
      ReductionOperands<?> operands,
      ScalarType element,
      ScalarType output,
      ReductionFunction function) {}

  /** Elements that are reduced on their own before their result is combined with the others. */
  int BLOCK = 64 * 1024;

  /** Reduces {@code count} neighboring elements, block by block. */
  long reduce(long at, long count);

  /**
   * Sets {@code rows} elements to the reductions of rows.
   *
   * @param count of how many elements they are finished results; 0 for totals as they are
   */
  void rows(long at, long rows, long columns, long count, long out);

  /**
   * Sets {@code columns} elements to the reductions of columns.
   *
   * @param stride elements from one row to the next
   * @param count of how many elements they are finished results; 0 for totals as they are
   */
  void columns(long at, long rows, long stride, int columns, long count, long out);

  /** Sets an element to the finished result of a total of so many elements. */
  void finish(long total, long count, long out);

  /** Combines two totals. */
  long combine(long x, long y);

  /** The reduction of no elements. */
  long start();

  /** Loops for an operation; meant to be made once per op and type. */
  static ReductionLoop of(Operation operation) {
    return Specialized.copy(
        MethodHandles.lookup(), ReductionLoopTemplate.class, ReductionLoop.class, operation);
  }
}
