package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.LaneFunction;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/** A function of two operands, as loops over memory. */
public interface BinaryLoop {
  /** The function itself, on vectors. */
  @FunctionalInterface
  interface Function<T> extends LaneFunction.OfTwo<T> {}

  /** Elements to process before the loop is compiled for vectors. */
  long WARM_UP_THRESHOLD = 4 << 20;

  /**
   * What a copy of the loops is made for.
   *
   * @param vectors null if all elements are processed one by one
   * @param scalars gives the same bits as {@code vectors}
   */
  record Operation<T>(
      Element<T> element, @Nullable Function<T> vectors, ScalarFunctions.Binary scalars) {}

  /**
   * Sets {@code count} results from as many elements on either side. A result may be written over
   * an operand at the same position, but may not overlap it otherwise.
   */
  void run(long x, long y, long out, long count);

  /** Like {@link #run}, with a single element on the right. */
  void runRightScalar(long x, long y, long out, long count);

  /** Like {@link #run}, with a single element on the left. */
  void runLeftScalar(long x, long y, long out, long count);

  /** Loops for an operation; meant to be made once per op and type. */
  static BinaryLoop of(Operation<?> operation) {
    return Specialized.copy(
        MethodHandles.lookup(), BinaryLoopTemplate.class, BinaryLoop.class, operation);
  }
}
