package dev.weir.ops.array.diag;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.GradientOps;

/** Matrices with their main diagonals replaced. */
final class MatrixSetDiag extends DiagonalReplacement {
  MatrixSetDiag() {
    super("MatrixSetDiag(input: T, diagonal: T) -> (output: T) T:type;");
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0, () -> on.op("MatrixSetDiag", context.gradient(), on.zerosLike(context.input(1))));
    context.flow(1, () -> on.op("MatrixDiagPart", context.gradient()));
  }
}
