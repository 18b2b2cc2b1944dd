package dev.weir.ops.math;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;

/** Builds nodes: arithmetic, comparison, logic and functions, element by element. */
public final class MathOps {
  private final Scope scope;

  public MathOps(Scope scope) {
    this.scope = scope;
  }

  /** {@code x + y}, broadcasting. Integers wrap. */
  public Output add(Operand x, Operand y) {
    return scope.node("AddV2").input(x).input(y).build().output(0);
  }

  /** {@code tanh(x)}, between -1 and 1. */
  public Output tanh(Operand x) {
    return scope.node("Tanh").input(x).build().output(0);
  }
}
