package dev.weir.ops.reduce;

import dev.weir.graph.Scope;

/** Builds nodes: sums and other reductions, segments, counting and ranking. */
public final class ReduceOps {
  private final Scope scope;

  public ReduceOps(Scope scope) {
    this.scope = scope;
  }
}
