package dev.weir.ops.array.diag;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;

/**
 * Matrices with neighboring diagonals replaced. Diagonals shorter than the longest one are aligned
 * left.
 */
final class MatrixSetDiagV2 extends DiagonalReplacement {
  MatrixSetDiagV2() {
    super("MatrixSetDiagV2(input: T, diagonal: T, k: int32) -> (output: T) T:type;");
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output k = context.input(2);
    context.flow(
        0,
        () ->
            on.node("MatrixSetDiagV2")
                .input(context.gradient())
                .input(on.zerosLike(context.input(1)))
                .input(k)
                .build()
                .output(0));
    context.flow(
        1,
        () ->
            on.node("MatrixDiagPartV2")
                .input(context.gradient())
                .input(k)
                .input(on.scalar(0, context.gradient()))
                .build()
                .output(0));
  }
}
