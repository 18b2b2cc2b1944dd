package dev.weir.ops.linalg;

import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.GradientOps;
import dev.weir.tensor.DType;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * X with {@code A X = B} for matrices with three diagonals: the rows of the first input are the one
 * above, the main one and the one below; the last element of the first and the first of the third
 * are not read. A singular system gives NaN, as does one that needs rows exchanged where that is
 * not allowed. With {@code perturb_singular} pivots of 0 are replaced by tiny ones instead.
 */
final class TridiagonalSolve extends SolveOp {
  TridiagonalSolve() {
    super(
        "TridiagonalSolve(diagonals: T, rhs: T) -> (output: T) partial_pivoting:bool=true;"
            + " perturb_singular:bool=false; T:type in [double, float, complex64, complex128];",
        false);
  }

  @Override
  long resultRows(ShapeContext context) {
    if (!Batches.agree(Batches.rows(context, 0), 3)) {
      throw context.invalid("there must be three diagonals: %s", context.describe(0));
    }
    if (context.attrs().bool("perturb_singular") && !context.attrs().bool("partial_pivoting")) {
      throw context.invalid("perturb_singular needs partial_pivoting");
    }
    checkRows(context, Batches.columns(context, 0));
    return Math.max(Batches.columns(context, 0), Batches.rows(context, 1));
  }

  @Override
  Matrix solve(Matrix diagonals, Matrix right, Attributes attrs, KernelContext context) {
    TridiagonalSystem system =
        new TridiagonalSystem(diagonals, right, attrs.bool("partial_pivoting"));
    boolean isSolved =
        attrs.bool("perturb_singular")
            ? isSingle(context)
                ? system.solvePerturbed(0x1p-23, Float.MIN_NORMAL)
                : system.solvePerturbed(0x1p-52, Double.MIN_NORMAL)
            : system.solve();
    if (!isSolved) {
      Arrays.fill(right.re, Double.NaN);
      Arrays.fill(right.im, context.input(0).dtype().isComplex() ? Double.NaN : 0);
    }
    return right;
  }

  private static boolean isSingle(KernelContext context) {
    return context.input(0).dtype().realPart() == DType.FLOAT32;
  }

  @Override
  public void gradient(GradientContext context) {
    TridiagonalGradients on = TridiagonalGradients.of(context);
    Attributes attrs = context.node().attrs();
    Supplier<Output> right =
        () ->
            GradientOps.of(context)
                .node("TridiagonalSolve")
                .input(on.adjoint(context.input(0)))
                .input(context.gradient())
                .attr("partial_pivoting", attrs.bool("partial_pivoting"))
                .attr("perturb_singular", attrs.bool("perturb_singular"))
                .build()
                .output(0);
    context.flow(
        0, () -> GradientOps.of(context).neg(on.ofProduct(right.get(), context.output(0))));
    context.flow(1, right);
  }
}
