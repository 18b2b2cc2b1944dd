package dev.weir.ops.control;

import dev.weir.graph.Scope;

/** Builds nodes: functions, conditionals, assertions and identities. */
public final class ControlOps {
  private final Scope scope;

  public ControlOps(Scope scope) {
    this.scope = scope;
  }
}
