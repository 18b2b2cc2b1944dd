package dev.weir.ops.array.diag;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;

/**
 * Matrices with neighboring diagonals replaced. Diagonals shorter than the longest one are aligned
 * as {@code align} says.
 */
final class MatrixSetDiagV3 extends DiagonalReplacement {
  MatrixSetDiagV3() {
    super(
        "MatrixSetDiagV3(input: T, diagonal: T, k: int32) -> (output: T) T:type;"
            + " align:string=\"RIGHT_LEFT\" in [\"LEFT_RIGHT\", \"RIGHT_LEFT\", \"LEFT_LEFT\","
            + " \"RIGHT_RIGHT\"];");
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output k = context.input(2);
    context.flow(
        0,
        () ->
            on.node("MatrixSetDiagV3")
                .input(context.gradient())
                .input(on.zerosLike(context.input(1)))
                .input(k)
                .attr("align", context.node().attrs().string("align"))
                .build()
                .output(0));
    context.flow(
        1,
        () ->
            on.node("MatrixDiagPartV3")
                .input(context.gradient())
                .input(k)
                .input(on.scalar(0, context.gradient()))
                .attr("align", context.node().attrs().string("align"))
                .build()
                .output(0));
  }
}
