package dev.weir.kernels.vector;

import dev.weir.tensor.DType;

/**
 * Adds kernels for functions of elements of one type to a table.
 *
 * @param <T> the box of the type
 */
record Elementwise<T>(KernelTable table, DType dtype, Element<T> element) {
  /** An op of one operand, as fast as memory. */
  void unary(String op, UnaryLoop.Function<T> function) {
    unary(op, function, Grain.CHEAP);
  }

  /** An op of one operand that takes time. */
  void costly(String op, UnaryLoop.Function<T> function) {
    unary(op, function, Grain.COSTLY);
  }

  private void unary(String op, UnaryLoop.Function<T> function, Grain grain) {
    table.addShared(op, dtype, () -> kernel(function, grain));
  }

  UnaryVectorKernel kernel(UnaryLoop.Function<T> function, Grain grain) {
    return UnaryVectorKernel.of(UnaryLoop.of(element, function), element.shift(), grain);
  }

  /** An op of two operands. */
  void binary(String op, BinaryLoop.Function<T> function) {
    table.addShared(op, dtype, () -> kernel(function));
  }

  BinaryVectorKernel kernel(BinaryLoop.Function<T> function) {
    return BinaryVectorKernel.of(BinaryLoop.of(element, function), element.shift());
  }
}
