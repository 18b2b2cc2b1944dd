package dev.weir.ops.array.diag;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.GradientOps;

/** The main diagonals of matrices, which need not be square. */
final class MatrixDiagPart extends DiagonalParts {
  MatrixDiagPart() {
    super("MatrixDiagPart(input: T) -> (diagonal: T) T:type;");
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0, () -> on.op("MatrixSetDiag", on.zerosLike(context.input(0)), context.gradient()));
  }
}
