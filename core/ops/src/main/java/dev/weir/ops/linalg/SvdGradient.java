package dev.weir.ops.linalg;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;

/** The gradient of {@code Svd}. */
final class SvdGradient {
  private final GradientContext context;
  private final GradientOps ops;
  private final MatrixGradients on;

  SvdGradient(GradientContext context) {
    this.context = context;
    this.ops = GradientOps.of(context);
    this.on = MatrixGradients.of(context);
  }

  Output build() {
    Output count = on.size(context.output(0), -1);
    boolean hasVectors = context.node().attrs().bool("compute_uv");
    if (!hasVectors || (!context.reaches(1) && !context.reaches(2))) {
      Node node = hasVectors ? context.node() : ops.node("Svd").input(context.input(0)).build();
      Output u = on.columnsTo(node.output(1), count);
      // values are real, also as complex numbers
      Output values = ops.cast(ops.real(context.gradient(0)), u.dtype());
      return on.timesAdjoint(ops.mul(u, on.asRow(values)), on.columnsTo(node.output(2), count));
    }
    Output s = context.output(0);
    Output inverse = on.asRow(on.safeReciprocal(s));
    Side left = side(1, count);
    Side right = side(2, count);
    Output middle = ops.add(rotations(s, left, right), on.diagonal(diagonal(left, right)));
    Output outer = ops.mul(left.outside, inverse);
    Output u = ops.add(on.product(left.vectors, middle), outer);
    Output v = ops.mul(right.outside, inverse);
    return ops.add(on.timesAdjoint(u, right.vectors), on.timesAdjoint(left.vectors, v));
  }

  /**
   * The vectors of one side.
   *
   * @param inside the part of their gradient in the space they span, in their coordinates
   * @param outside the rest of it
   */
  private record Side(Output vectors, Output inside, Output outside) {}

  private Side side(int output, Output count) {
    Output vectors = context.output(output);
    Output gradient = context.gradient(output);
    Output others = on.columnsFrom(vectors, count);
    Output otherGradient = on.columnsFrom(gradient, count);
    vectors = on.columnsTo(vectors, count);
    gradient = on.columnsTo(gradient, count);
    Output inside = on.adjointTimes(vectors, gradient);
    Output outside = ops.sub(gradient, on.product(vectors, inside));
    if (context.node().attrs().bool("full_matrices")) {
      Output turn = on.product(others, on.adjointTimes(otherGradient, vectors));
      outside = ops.sub(outside, turn);
    }
    return new Side(vectors, inside, outside);
  }

  /** How vectors turn into each other. */
  private Output rotations(Output s, Side left, Side right) {
    Output differences = on.inverseDifferences(ops.square(s));
    Output u = on.plusAdjoint(ops.mul(differences, left.inside));
    Output v = on.plusAdjoint(ops.mul(differences, right.inside));
    return ops.add(ops.mul(u, on.asRow(s)), ops.mul(on.asColumn(s), v));
  }

  /** The values, and for complex numbers the phases of the pairs of vectors. */
  private Output diagonal(Side left, Side right) {
    Output values = context.gradient(0);
    if (!values.dtype().isComplex()) {
      return values;
    }
    Output turns = ops.imaginary(on.diagonalOf(ops.sub(left.inside, right.inside)));
    Output s = ops.real(context.output(0));
    Output phases = ops.mul(ops.mul(0.5, turns), on.safeReciprocal(s));
    return ops.complex(ops.real(values), phases);
  }
}
