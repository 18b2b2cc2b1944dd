package dev.weir.ops.linalg;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;

/** What the gradients of ops with matrices of three diagonals are made of. */
final class TridiagonalGradients {
  private final GradientOps ops;
  private final MatrixGradients on;

  private TridiagonalGradients(GradientOps ops, MatrixGradients on) {
    this.ops = ops;
    this.on = on;
  }

  static TridiagonalGradients of(GradientContext context) {
    return new TridiagonalGradients(GradientOps.of(context), MatrixGradients.of(context));
  }

  /** The diagonal above the main one of {@code gradient right*}, as a row. */
  Output aboveOfProduct(Operand gradient, Operand right) {
    return mainOfProduct(gradient, rowsUp(right));
  }

  Output mainOfProduct(Operand gradient, Operand right) {
    return on.asRow(ops.sum(ops.mul(gradient, ops.conj(right)), ops.ints(-1), false));
  }

  Output belowOfProduct(Operand gradient, Operand right) {
    return mainOfProduct(gradient, rowsDown(right));
  }

  /** All three, one below the other. */
  Output ofProduct(Operand gradient, Operand right) {
    return stacked(
        aboveOfProduct(gradient, right),
        mainOfProduct(gradient, right),
        belowOfProduct(gradient, right));
  }

  /** The diagonal above of the adjoint, from the one below. */
  Output adjointAbove(Operand below) {
    Output one = ops.ints(1);
    Output zero = ops.zerosLike(on.columnsTo(below, one));
    return ops.conj(on.concat(-1, on.columnsFrom(below, one), zero));
  }

  /** The diagonal below of the adjoint, from the one above. */
  Output adjointBelow(Operand above) {
    Output zero = ops.zerosLike(on.columnsTo(above, ops.ints(1)));
    return ops.conj(on.concat(-1, zero, on.columnsTo(above, ops.ints(-1))));
  }

  /** The three diagonals of the adjoint. */
  Output adjoint(Operand diagonals) {
    Output one = ops.ints(1);
    Output two = ops.ints(2);
    Output above = on.rowsTo(diagonals, one);
    Output main = on.rowsFrom(on.rowsTo(diagonals, two), one);
    Output below = on.rowsFrom(diagonals, two);
    return stacked(adjointAbove(below), ops.conj(main), adjointBelow(above));
  }

  private Output stacked(Operand first, Operand second, Operand third) {
    return on.concat(-2, on.concat(-2, first, second), third);
  }

  /** The rows from the second on, then zeros. */
  private Output rowsUp(Operand x) {
    Output one = ops.ints(1);
    return on.concat(-2, on.rowsFrom(x, one), ops.zerosLike(on.rowsTo(x, one)));
  }

  /** Zeros, then the rows but for the last. */
  private Output rowsDown(Operand x) {
    return on.concat(-2, ops.zerosLike(on.rowsTo(x, ops.ints(1))), on.rowsTo(x, ops.ints(-1)));
  }
}
