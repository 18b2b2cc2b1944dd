package dev.weir.ops.array;

import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Scope;

/** Starts nodes for the facades. */
final class Nodes {
  private Nodes() {}

  /** A node of an op with single tensors as inputs. */
  static NodeBuilder of(Scope scope, String op, Operand... inputs) {
    NodeBuilder builder = scope.node(op);
    for (Operand input : inputs) {
      builder.input(input);
    }
    return builder;
  }
}
