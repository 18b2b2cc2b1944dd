package dev.weir.ops.linalg;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.tensor.Shape;

/** The gradient of {@code Qr}. */
final class QrGradient {
  private final GradientContext context;
  private final GradientOps ops;
  private final MatrixGradients on;

  QrGradient(GradientContext context) {
    this.context = context;
    this.ops = GradientOps.of(context);
    this.on = MatrixGradients.of(context);
  }

  Output build() {
    Output q = context.output(0);
    Output r = context.output(1);
    Output dq = context.gradient(0);
    Output dr = context.gradient(1);
    Output input = context.input(0);
    Output count = on.size(q, -1);
    if (context.node().attrs().bool("full_matrices")) {
      count = ops.op("Minimum", on.size(input, -2), on.size(input, -1));
      // what turns the other columns of Q turns the first ones against them
      Output others = on.columnsFrom(q, count);
      Output otherGradient = on.columnsFrom(dq, count);
      q = on.columnsTo(q, count);
      Output turn = on.product(others, on.adjointTimes(otherGradient, q));
      dq = ops.sub(on.columnsTo(dq, count), turn);
      r = on.rowsTo(r, count);
      dr = on.rowsTo(dr, count);
    }
    if (isTall(input.shape())) {
      return ofTall(q, r, dq, dr);
    }
    // A = [X Y] and R = [U V] with X = Q U and Y = Q V
    Output dv = on.columnsFrom(dr, count);
    Output dqOfSquare = ops.add(dq, on.timesAdjoint(on.columnsFrom(input, count), dv));
    Output dx = ofTall(q, on.columnsTo(r, count), dqOfSquare, on.columnsTo(dr, count));
    return on.concat(-1, dx, on.product(q, dv));
  }

  /** Whether it is known that matrices have no more columns than rows. */
  private static boolean isTall(Shape shape) {
    long rows = shape.size(-2);
    long columns = shape.size(-1);
    boolean isKnown = rows != Shape.UNKNOWN_SIZE && columns != Shape.UNKNOWN_SIZE;
    return isKnown && columns <= rows;
  }

  /** {@code Q (dR + M R^-*) + (1 - Q Q*) dQ R^-*}, for a square R. */
  private Output ofTall(Output q, Output r, Output dq, Output dr) {
    Output inside = on.adjointTimes(q, dq);
    Output difference = ops.sub(inside, on.timesAdjoint(dr, r));
    Output turn = on.lowerHalf(ops.sub(difference, on.adjoint(difference)));
    Output outside = ops.sub(dq, on.product(q, inside));
    Output divided = overAdjoint(ops.add(on.product(q, turn), outside), r);
    return ops.add(on.product(q, dr), divided);
  }

  /** {@code X R^-*}. */
  private Output overAdjoint(Output x, Output r) {
    return on.adjoint(on.solveTriangle(r, on.adjoint(x), false, false));
  }
}
