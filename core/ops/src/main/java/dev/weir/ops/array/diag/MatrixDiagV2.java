package dev.weir.ops.array.diag;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;

/**
 * Matrices with the given diagonals, {@code padding_value} elsewhere. Diagonals shorter than the
 * longest one are aligned left.
 */
final class MatrixDiagV2 extends DiagonalMatrices {
  MatrixDiagV2() {
    super(
        "MatrixDiagV2(diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T) ->"
            + " (output: T) T:type;");
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output k = context.input(1);
    context.flow(
        0,
        () ->
            on.node("MatrixDiagPartV2")
                .input(context.gradient())
                .input(k)
                .input(on.scalar(0, context.gradient()))
                .build()
                .output(0));
    context.flow(
        4,
        () -> {
          Output elsewhere =
              on.node("MatrixSetDiagV2")
                  .input(context.gradient())
                  .input(on.zerosLike(context.input(0)))
                  .input(k)
                  .build()
                  .output(0);
          return on.sumAll(elsewhere);
        });
  }
}
