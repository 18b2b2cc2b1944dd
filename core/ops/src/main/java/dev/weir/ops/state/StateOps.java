package dev.weir.ops.state;

import dev.weir.graph.Scope;

/** Builds nodes: variables and other things that outlive a step. */
public final class StateOps {
  private final Scope scope;

  public StateOps(Scope scope) {
    this.scope = scope;
  }
}
