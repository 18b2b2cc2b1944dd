package dev.weir.ops.math;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;

/**
 * Arithmetic in a chain, read from left to right: {@code ops.math.of(x).times(2).plus(b)} is {@code
 * (x · 2) + b}. Each step adds a node and returns a new object, which is an operand itself.
 */
public final class Arithmetic implements Operand {
  private final MathOps math;
  private final Output value;

  Arithmetic(MathOps math, Output value) {
    this.math = math;
    this.value = value;
  }

  @Override
  public Output asOutput() {
    return value;
  }

  /** Adds an operand, broadcasting. */
  public Arithmetic plus(Operand y) {
    return next(math.add(value, y));
  }

  /** Adds a number. */
  public Arithmetic plus(double y) {
    return next(math.add(value, y));
  }

  /** Subtracts an operand, broadcasting. */
  public Arithmetic minus(Operand y) {
    return next(math.sub(value, y));
  }

  /** Subtracts a number. */
  public Arithmetic minus(double y) {
    return next(math.sub(value, y));
  }

  /** Multiplies by an operand, broadcasting. */
  public Arithmetic times(Operand y) {
    return next(math.mul(value, y));
  }

  /** Multiplies by a number. */
  public Arithmetic times(double y) {
    return next(math.mul(value, y));
  }

  /** Divides by an operand, broadcasting; integers toward 0. */
  public Arithmetic dividedBy(Operand y) {
    return next(math.div(value, y));
  }

  /** Divides by a number; integers toward 0. */
  public Arithmetic dividedBy(double y) {
    return next(math.div(value, y));
  }

  /** Changes the sign. */
  public Arithmetic negated() {
    return next(math.neg(value));
  }

  /** Squares. */
  public Arithmetic squared() {
    return next(math.square(value));
  }

  private Arithmetic next(Output result) {
    return new Arithmetic(math, result);
  }
}
