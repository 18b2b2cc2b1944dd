package dev.weir.ops.random;

import dev.weir.graph.Scope;

/** Builds nodes: random numbers, the same as TensorFlow's for the same seeds. */
public final class RandomOps {
  private final Scope scope;

  public RandomOps(Scope scope) {
    this.scope = scope;
  }
}
