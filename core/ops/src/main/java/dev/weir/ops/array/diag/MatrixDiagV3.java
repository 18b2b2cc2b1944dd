package dev.weir.ops.array.diag;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;

/**
 * Matrices with the given diagonals, {@code padding_value} elsewhere. Diagonals shorter than the
 * longest one are aligned as {@code align} says.
 */
final class MatrixDiagV3 extends DiagonalMatrices {
  MatrixDiagV3() {
    super(
        "MatrixDiagV3(diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T) ->"
            + " (output: T) T:type; align:string=\"RIGHT_LEFT\" in [\"LEFT_RIGHT\", \"RIGHT_LEFT\","
            + " \"LEFT_LEFT\", \"RIGHT_RIGHT\"];");
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output k = context.input(1);
    context.flow(
        0,
        () ->
            on.node("MatrixDiagPartV3")
                .input(context.gradient())
                .input(k)
                .input(on.scalar(0, context.gradient()))
                .attr("align", context.node().attrs().string("align"))
                .build()
                .output(0));
    context.flow(
        4,
        () -> {
          Output elsewhere =
              on.node("MatrixSetDiagV3")
                  .input(context.gradient())
                  .input(on.zerosLike(context.input(0)))
                  .input(k)
                  .attr("align", context.node().attrs().string("align"))
                  .build()
                  .output(0);
          return on.sumAll(elsewhere);
        });
  }
}
