package dev.weir.ops.strings;

import dev.weir.graph.Scope;

/** Builds nodes: strings of bytes. */
public final class StringsOps {
  private final Scope scope;

  public StringsOps(Scope scope) {
    this.scope = scope;
  }
}
