package dev.weir.kernels.vector.internal.reduce;

import dev.weir.kernels.vector.internal.support.RealSource;
import dev.weir.kernels.vector.internal.support.RowReduction;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;
import java.util.function.DoubleBinaryOperator;
import jdk.incubator.vector.Vector;

/** A reduction of real numbers, as loops over memory. */
interface ReductionLoop extends RowReduction.Rows {
  /** Combines lanes. */
  @FunctionalInterface
  interface Function<T> {
    Vector<T> combine(Vector<T> x, Vector<T> y);
  }

  /**
   * What a copy of the loops is made for.
   *
   * @param start the neutral element
   * @param scalars gives the same bits as {@code vectors}
   */
  record Operation<T>(
      RealSource<T> source, double start, Function<T> vectors, DoubleBinaryOperator scalars) {}

  /** Elements that are reduced on their own before their result is combined with the others. */
  int BLOCK = 64 * 1024;

  /** Reduces {@code count} neighboring elements, block by block. */
  double reduce(long at, long count);

  /**
   * Sets {@code columns} elements to the reductions of columns, each divided by {@code divisor}.
   *
   * @param stride elements from one row to the next
   */
  void columns(long at, long rows, long stride, int columns, double divisor, long out);

  /** Combines two results. */
  double combine(double x, double y);

  /** The reduction of no elements. */
  double start();

  /** Loops for an operation; meant to be made once per op and type. */
  static ReductionLoop of(Operation<?> operation) {
    return Specialized.copy(
        MethodHandles.lookup(), ReductionLoopTemplate.class, ReductionLoop.class, operation);
  }
}
