package dev.weir.ops.linalg;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * The gradient of {@code MatrixSolveLs}, for matrices A of full rank. With the regularizer l the
 * solution X of tall matrices is part of that of {@code U + A X = B, A* U = l X}, that of wide ones
 * of {@code l U + A X = B, A* U = X}. P and Q solve the same equations with 0 and the gradient on
 * the right.
 */
final class LeastSquaresGradient {
  private final GradientOps ops;
  private final MatrixGradients on;

  private LeastSquaresGradient(GradientContext context) {
    this.ops = GradientOps.of(context);
    this.on = MatrixGradients.of(context);
  }

  /** What is given. */
  private record Given(Output a, Output b, Output x, Output gradient, Output regularizer) {}

  /**
   * What the gradients are made of.
   *
   * @param regularizer the gradient with respect to it
   */
  private record Parts(Output u, Output p, Output q, Output regularizer) {}

  static void flow(GradientContext context) {
    LeastSquaresGradient builder = new LeastSquaresGradient(context);
    GradientOps ops = builder.ops;
    MatrixGradients on = builder.on;
    boolean isFast = context.node().attrs().bool("fast");
    Output a = context.input(0);
    Output x = context.output(0);
    Output l2 = context.input(2);
    // the other way ignores it
    Output regularizer = isFast ? l2 : ops.zerosLike(l2);
    Parts parts = builder.parts(new Given(a, context.input(1), x, context.gradient(), regularizer));
    context.flow(
        0, () -> ops.neg(ops.add(on.timesAdjoint(parts.p, x), on.timesAdjoint(parts.u, parts.q))));
    context.flow(1, () -> parts.p);
    if (isFast) {
      context.flow(2, () -> parts.regularizer);
    }
  }

  private Parts parts(Given given) {
    long rows = given.a.shape().size(-2);
    long columns = given.a.shape().size(-1);
    if (rows == Shape.UNKNOWN_SIZE || columns == Shape.UNKNOWN_SIZE) {
      return chosen(given);
    }
    return rows >= columns ? tall(given) : wide(given);
  }

  private Parts tall(Given given) {
    Output gramian = regularized(on.adjointTimes(given.a, given.a), given.regularizer);
    Output q = ops.neg(on.solve(gramian, given.gradient, false));
    Output u = ops.sub(given.b, on.product(given.a, given.x));
    return new Parts(u, ops.neg(on.product(given.a, q)), q, dot(q, given.x));
  }

  private Parts wide(Given given) {
    Output gramian = regularized(on.timesAdjoint(given.a, given.a), given.regularizer);
    Output p = on.solve(gramian, on.product(given.a, given.gradient), false);
    Output u = on.solve(gramian, given.b, false);
    Output q = ops.sub(on.adjointTimes(given.a, p), given.gradient);
    return new Parts(u, p, q, ops.neg(dot(p, u)));
  }

  private Output regularized(Output gramian, Output regularizer) {
    Output diagonal = on.diagonalOf(gramian);
    return on.withDiagonal(gramian, ops.add(diagonal, ops.cast(regularizer, gramian.dtype())));
  }

  /** The real part of the inner product, as the regularizer's type. */
  private Output dot(Output x, Output y) {
    return ops.cast(ops.sumAll(ops.real(ops.mul(ops.conj(x), y))), DType.FLOAT64);
  }

  /** Decides when the step runs. */
  private Parts chosen(Given given) {
    Output isTall =
        ops.reshape(ops.op("GreaterEqual", on.size(given.a, -2), on.size(given.a, -1)), ops.ints());
    Parts tall = tall(branch(given, isTall, 1));
    Parts wide = wide(branch(given, isTall, 0));
    return new Parts(
        merge(wide.u, tall.u),
        merge(wide.p, tall.p),
        merge(wide.q, tall.q),
        merge(wide.regularizer, tall.regularizer));
  }

  private Given branch(Given given, Output isTall, int branch) {
    return new Given(
        passed(given.a, isTall, branch),
        passed(given.b, isTall, branch),
        passed(given.x, isTall, branch),
        passed(given.gradient, isTall, branch),
        passed(given.regularizer, isTall, branch));
  }

  private Output passed(Operand value, Operand condition, int branch) {
    return ops.node("Switch").input(value).input(condition).build().output(branch);
  }

  private Output merge(Output first, Output second) {
    return ops.node("Merge").inputList(List.of(first, second)).build().output(0);
  }
}
