package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import org.jspecify.annotations.Nullable;

/** A comparison of two operands, as loops over memory whose results are truth values. */
public final class ComparisonLoop {
  private ComparisonLoop() {}

  /**
   * What a copy of the loops is made for.
   *
   * @param vectors null if all elements are compared one by one
   */
  public record Operation<T>(
      Element<T> element, @Nullable Test<T> vectors, ScalarFunctions.Test scalars) {}

  /** The comparison itself, on vectors. */
  @FunctionalInterface
  public interface Test<T> {
    VectorMask<T> test(Vector<T> x, Vector<T> y);
  }

  /** A test of one operand, on vectors. */
  @FunctionalInterface
  interface UnaryTest<T> {
    VectorMask<T> test(Vector<T> x);
  }

  /** A test of single elements: the loop compares each with itself. */
  static UnaryLoop ofOne(Operation<?> operation) {
    BinaryLoop loop = of(operation);
    return (in, out, count) -> loop.run(in, in, out, count);
  }

  /** Loops for a comparison; meant to be made once per op and type. */
  static BinaryLoop of(Operation<?> operation) {
    return Specialized.copy(
        MethodHandles.lookup(), ComparisonLoopTemplate.class, BinaryLoop.class, operation);
  }
}
