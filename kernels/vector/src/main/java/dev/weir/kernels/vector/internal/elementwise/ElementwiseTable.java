package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.LaneFunction;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.tensor.DType;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Adds the functions of elements of one type, and kernels for them, to tables.
 *
 * @param <T> the box of the type
 */
record ElementwiseTable<T>(KernelTable table, DType dtype, Element<T> element) {
  /** Adds an op of one operand that is limited by memory bandwidth. */
  void unary(String op, UnaryLoop.Function<T> vectors, ScalarFunctions.Unary scalars) {
    unary(op, vectors, scalars, Grain.CHEAP);
  }

  /** Adds an op of one real operand that is limited by memory bandwidth. */
  void unary(String op, UnaryLoop.Function<T> vectors, DoubleUnaryOperator scalars) {
    unary(op, vectors, ScalarFunctions.Unary.of(scalars), Grain.CHEAP);
  }

  /** Adds an op of one real operand that is limited by arithmetic. */
  void costly(String op, RealFunctions.Function<T> function) {
    unary(op, function.vectors(), ScalarFunctions.Unary.of(function.scalars()), Grain.COSTLY);
  }

  private void unary(
      String op, UnaryLoop.Function<T> vectors, ScalarFunctions.Unary scalars, Grain grain) {
    lanes(op, LaneFunction.of(element, vectors, scalars, grain.equals(Grain.COSTLY)));
    table.addShared(op, dtype, () -> kernel(vectors, scalars, grain));
  }

  /** Makes a function known to kernels of several nodes; others round after every step. */
  private void lanes(String op, LaneFunction function) {
    if (element.isPlain()) {
      table.lanes().add(op, dtype, function);
    }
  }

  UnaryVectorKernel kernel(
      UnaryLoop.Function<T> vectors, ScalarFunctions.Unary scalars, Grain grain) {
    UnaryLoop loop = UnaryLoop.of(operation(vectors, scalars, grain));
    return UnaryVectorKernel.of(loop, element.shift(), grain);
  }

  private UnaryLoop.Operation<T> operation(
      UnaryLoop.Function<T> vectors, ScalarFunctions.Unary scalars, Grain grain) {
    return new UnaryLoop.Operation<>(element, vectors, scalars, grain.warmUpThreshold());
  }

  /** Adds an op of two operands. */
  void binary(String op, BinaryLoop.Function<T> vectors, ScalarFunctions.Binary scalars) {
    binary(op, vectors, scalars, Grain.CHEAP);
  }

  /** Adds an op of two real operands. */
  void binary(String op, BinaryLoop.Function<T> vectors, DoubleBinaryOperator scalars) {
    binary(op, vectors, ScalarFunctions.Binary.of(scalars), Grain.CHEAP);
  }

  /**
   * Adds an op of two real operands that is limited by arithmetic.
   *
   * @param vectors null if elements are processed one by one
   */
  void costlyBinary(
      String op, BinaryLoop.@Nullable Function<T> vectors, DoubleBinaryOperator scalars) {
    binary(op, vectors, ScalarFunctions.Binary.of(scalars), Grain.COSTLY);
  }

  private void binary(
      String op,
      BinaryLoop.@Nullable Function<T> vectors,
      ScalarFunctions.Binary scalars,
      Grain grain) {
    if (vectors != null) {
      lanes(op, LaneFunction.of(element, vectors, scalars, grain.equals(Grain.COSTLY)));
    }
    table.addShared(op, dtype, () -> kernel(vectors, scalars, grain));
  }

  BinaryVectorKernel kernel(
      BinaryLoop.@Nullable Function<T> vectors, ScalarFunctions.Binary scalars, Grain grain) {
    BinaryLoop loop = BinaryLoop.of(new BinaryLoop.Operation<>(element, vectors, scalars));
    return BinaryVectorKernel.of(loop, element.shift(), grain);
  }

  /**
   * Adds a test of two operands, for nodes that meet a condition.
   *
   * @param vectors null if elements are compared one by one
   */
  void test(
      String op,
      Predicate<KernelSpec> condition,
      ComparisonLoop.@Nullable Test<T> vectors,
      ScalarFunctions.Test scalars) {
    ComparisonLoop.Operation<T> operation =
        new ComparisonLoop.Operation<>(element, vectors, scalars);
    table.addSharedIf(
        op,
        dtype,
        condition,
        () -> BinaryVectorKernel.comparing(ComparisonLoop.of(operation), element.shift()));
  }

  /** Adds a test of one operand. */
  void test(String op, ComparisonLoop.UnaryTest<T> vectors, ScalarFunctions.Test scalars) {
    ComparisonLoop.Operation<T> operation =
        new ComparisonLoop.Operation<>(element, (x, same) -> vectors.test(x), scalars);
    table.addShared(
        op,
        dtype,
        () -> UnaryVectorKernel.converting(ComparisonLoop.ofOne(operation), element.shift(), 0));
  }
}
