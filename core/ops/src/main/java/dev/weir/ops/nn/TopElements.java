package dev.weir.ops.nn;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Ranking;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * The {@code k} greatest elements along the last dimension and where they are, greatest first; of
 * equal ones the one in front comes first. (If {@code sorted} is false any order would do; it is
 * the same one.)
 */
abstract class TopElements extends Op {
  TopElements(String signature) {
    super(signature);
  }

  /** The shapes for a number of elements that may not be known yet. */
  static List<Shape> shapes(ShapeContext context, long k) {
    Shape shape = context.requireRankAtLeast(0, 1);
    if (!shape.hasRank()) {
      return List.of(Shape.unknown(), Shape.unknown());
    }
    long last = shape.size(-1);
    if (last != Shape.UNKNOWN_SIZE && last < k) {
      throw context.invalid(
          "the last dimension must have at least k elements: %s, k is %d", context.describe(0), k);
    }
    Shape result = shape.withSize(-1, k);
    return List.of(result, result);
  }

  static void pick(KernelContext context, long k) {
    Tensor x = context.input(0);
    Shape shape = x.shape().withSize(-1, k);
    Tensor values = context.allocate(0, shape);
    Tensor indices = context.allocate(1, shape);
    long width = x.shape().size(-1);
    long rows = k == 0 ? 0 : values.elements() / k;
    for (long row = 0; row < rows; row++) {
      Long[] order = Ranking.positions(width);
      Arrays.sort(order, Ranking.by(x, row * width).reversed());
      for (int n = 0; n < k; n++) {
        values.copyFrom(x, row * width + order[n], row * k + n, 1);
        indices.setLong(row * k + n, order[n]);
      }
    }
  }

  /** The gradient of an element goes where the element came from. */
  @Override
  public final void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () -> {
          Output x = context.input(0);
          Output sum =
              on.node("UnsortedSegmentSum")
                  .input(on.reshape(context.gradient(), on.ints(-1)))
                  .input(positions(on, x, context.output(1)))
                  .input(on.op("Size", x))
                  .build()
                  .output(0);
          return on.reshapeLike(sum, x);
        });
  }

  /** Where the elements are if all of x is one row. */
  private static Output positions(GradientOps on, Output x, Output indices) {
    Output last = on.sub(on.op("Rank", x), on.scalar(1, DType.INT32));
    Output width = on.op("Maximum", on.gather(on.shape(x), last), on.scalar(1, DType.INT32));
    Output k = on.reshape(on.gather(on.op("Shape", indices), last), on.ints(1));
    Output begins = on.op("Range", on.scalar(0, DType.INT32), on.op("Size", x), width);
    Output count = on.op("Shape", begins);
    Output rows = on.reshape(on.cast(indices, DType.INT32), on.concat(count, k));
    return on.reshape(on.add(on.reshape(begins, on.ints(-1, 1)), rows), on.ints(-1));
  }
}
