package dev.weir.ops.array.diag;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;

/**
 * Neighboring diagonals of matrices. Those shorter than the longest one are aligned as {@code
 * align} says and padded with {@code padding_value}.
 */
final class MatrixDiagPartV3 extends DiagonalParts {
  MatrixDiagPartV3() {
    super(
        "MatrixDiagPartV3(input: T, k: int32, padding_value: T) -> (diagonal: T) T:type;"
            + " align:string=\"RIGHT_LEFT\" in [\"LEFT_RIGHT\", \"RIGHT_LEFT\", \"LEFT_LEFT\","
            + " \"RIGHT_RIGHT\"];");
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output k = context.input(1);
    context.flow(
        0,
        () ->
            on.node("MatrixSetDiagV3")
                .input(on.zerosLike(context.input(0)))
                .input(context.gradient())
                .input(k)
                .attr("align", context.node().attrs().string("align"))
                .build()
                .output(0));
    context.flow(
        2,
        () -> {
          Output isInside =
              on.node("MatrixDiagPartV3")
                  .input(on.onesLike(context.input(0)))
                  .input(k)
                  .input(on.scalar(0, context.gradient()))
                  .attr("align", context.node().attrs().string("align"))
                  .build()
                  .output(0);
          Output elsewhere = on.mul(context.gradient(), on.sub(on.scalar(1, isInside), isInside));
          return on.sumAll(elsewhere);
        });
  }
}
