package dev.weir.ops.array.diag;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.GradientOps;

/** Square matrices with the given diagonals, zero elsewhere; one for each row of the input. */
final class MatrixDiag extends DiagonalMatrices {
  MatrixDiag() {
    super("MatrixDiag(diagonal: T) -> (output: T) T:type;");
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> on.node("MatrixDiagPart").input(context.gradient()).build().output(0));
  }
}
