package dev.weir.kernels.vector;

import jdk.incubator.vector.VectorOperators;

/** A comparison of two operands, as loops over memory whose results are truth values. */
final class ComparisonLoop {
  private ComparisonLoop() {}

  /** What a copy of the loops is made for. */
  record Operation<T>(
      Element<T> element, VectorOperators.Comparison vectors, Scalars.Test scalars) {}

  /** Loops for a comparison; meant to be made once per op and type. */
  static BinaryLoop of(Operation<?> operation) {
    return Specialized.copy(ComparisonLoopTemplate.class, BinaryLoop.class, operation);
  }
}
