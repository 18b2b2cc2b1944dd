package dev.weir.ops.array;

import dev.weir.graph.Scope;

/** Builds nodes: shapes, slices, gathers, scatters and rearrangements. */
public final class ArrayOps {
  private final Scope scope;

  public ArrayOps(Scope scope) {
    this.scope = scope;
  }
}
