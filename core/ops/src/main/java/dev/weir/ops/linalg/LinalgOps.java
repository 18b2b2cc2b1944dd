package dev.weir.ops.linalg;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;

/** Builds nodes: matrix products, factorisations and solvers. */
public final class LinalgOps {
  private final Scope scope;

  public LinalgOps(Scope scope) {
    this.scope = scope;
  }

  /** The product of two matrices. */
  public Output matMul(Operand a, Operand b) {
    return matMul(a, b, false, false);
  }

  /** The product of two matrices, either of which may be transposed first. */
  public Output matMul(Operand a, Operand b, boolean transposeA, boolean transposeB) {
    return scope
        .node("MatMul")
        .input(a)
        .input(b)
        .attr("transpose_a", transposeA)
        .attr("transpose_b", transposeB)
        .build()
        .output(0);
  }
}
