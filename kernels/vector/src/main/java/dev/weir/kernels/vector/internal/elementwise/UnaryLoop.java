package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.LaneFunction;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/** A function of one operand, as a loop over memory. */
public interface UnaryLoop {
  /** The function itself, on vectors. */
  @FunctionalInterface
  interface Function<T> extends LaneFunction.OfOne<T> {}

  /**
   * What a copy of the loop is made for.
   *
   * @param vectors null if all elements are processed one by one
   * @param scalars gives the same bits as {@code vectors}
   * @param warmUpThreshold elements to process before the loop is compiled for vectors
   */
  record Operation<T>(
      Element<T> element,
      @Nullable Function<T> vectors,
      ScalarFunctions.Unary scalars,
      long warmUpThreshold) {}

  /**
   * Sets {@code count} elements at {@code out} to the function of those at {@code in}, which is the
   * same address or does not overlap.
   */
  void run(long in, long out, long count);

  /** A loop for an operation; meant to be made once per op and type. */
  static UnaryLoop of(Operation<?> operation) {
    return Specialized.copy(
        MethodHandles.lookup(), UnaryLoopTemplate.class, UnaryLoop.class, operation);
  }
}
