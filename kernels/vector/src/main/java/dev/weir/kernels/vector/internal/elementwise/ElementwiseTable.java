package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.LaneFunction;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.tensor.DType;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * Adds kernels for functions of elements of one type to a table.
 *
 * @param <T> the box of the type
 */
record ElementwiseTable<T>(KernelTable table, DType dtype, Element<T> element) {
  /** Adds an op of one operand that is limited by memory bandwidth. */
  void unary(String op, UnaryLoop.Function<T> vectors, ScalarFunctions.Unary scalars) {
    lanes(op, LaneFunction.of(element, vectors, scalars, false));
    table.addShared(op, dtype, () -> kernel(vectors, scalars, Grain.CHEAP));
  }

  /** Adds an op of one real operand that is limited by memory bandwidth. */
  void unary(String op, UnaryLoop.Function<T> vectors, DoubleUnaryOperator scalars) {
    unary(op, vectors, ScalarFunctions.Unary.of(scalars));
  }

  /** Adds an op of one real operand that is limited by arithmetic. */
  void costly(String op, RealFunctions.Function<T> function) {
    ScalarFunctions.Unary scalars = ScalarFunctions.Unary.of(function.scalars());
    lanes(op, LaneFunction.of(element, function.vectors(), scalars, true));
    table.addShared(op, dtype, () -> kernel(function.vectors(), scalars, Grain.COSTLY));
  }

  /** Makes a function known to kernels of several nodes; others round after every step. */
  private void lanes(String op, LaneFunction function) {
    if (element.isPlain()) {
      table.lanes().add(op, dtype, function);
    }
  }

  UnaryVectorKernel kernel(
      UnaryLoop.Function<T> vectors, ScalarFunctions.Unary scalars, Grain grain) {
    UnaryLoop.Operation<T> operation =
        new UnaryLoop.Operation<>(element, vectors, scalars, grain.warmUpThreshold());
    return UnaryVectorKernel.of(UnaryLoop.of(operation), element.shift(), grain);
  }

  /** Adds an op of two operands. */
  void binary(String op, BinaryLoop.Function<T> vectors, ScalarFunctions.Binary scalars) {
    lanes(op, LaneFunction.of(element, vectors, scalars, false));
    table.addShared(op, dtype, () -> kernel(vectors, scalars, Grain.CHEAP));
  }

  /** Adds an op of two real operands. */
  void binary(String op, BinaryLoop.Function<T> vectors, DoubleBinaryOperator scalars) {
    binary(op, vectors, ScalarFunctions.Binary.of(scalars));
  }

  /** Adds an op of two real operands that is limited by arithmetic. */
  void costlyBinary(String op, BinaryLoop.Function<T> vectors, DoubleBinaryOperator scalars) {
    lanes(op, LaneFunction.of(element, vectors, ScalarFunctions.Binary.of(scalars), true));
    table.addShared(
        op, dtype, () -> kernel(vectors, ScalarFunctions.Binary.of(scalars), Grain.COSTLY));
  }

  BinaryVectorKernel kernel(
      BinaryLoop.Function<T> vectors, ScalarFunctions.Binary scalars, Grain grain) {
    BinaryLoop loop = BinaryLoop.of(new BinaryLoop.Operation<>(element, vectors, scalars));
    return BinaryVectorKernel.of(loop, element.shift(), grain);
  }
}
