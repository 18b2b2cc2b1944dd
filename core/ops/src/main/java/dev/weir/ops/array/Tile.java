package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** Its input repeated {@code multiples[d]} times along each dimension d. */
final class Tile extends Op {
  Tile() {
    super(
        "Tile(input: T, multiples: Tmultiples) -> (output: T) T:type; Tmultiples:type=int32 in"
            + " [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape in = context.input(0);
    Shape multiples = Sizes.shape(context, 1);
    int rank = Math.max(in.rank(), multiples.rank());
    if (rank < 0) {
      return List.of(Shape.unknown());
    }
    if (in.hasRank() && multiples.hasRank() && multiples.rank() != in.rank()) {
      throw context.invalid(
          "multiples must have an entry for each dimension: %s, %s",
          context.describe(0), context.describe(1));
    }
    long[] sizes = new long[rank];
    for (int d = 0; d < sizes.length; d++) {
      sizes[d] = Sizes.multiply(in.size(d), multiples.size(d));
    }
    return List.of(Shape.of(sizes));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor in = context.input(0);
      long[] multiples = Sizes.values(context.input(1));
      long[] sizes = in.shape().sizes();
      long[] interleaved = new long[2 * sizes.length];
      StridedView view = StridedView.of(in);
      for (int d = sizes.length - 1; d >= 0; d--) {
        if (multiples[d] < 0) {
          throw WeirException.invalidArgument(
              "multiples[%d] must be 0 or more, got %d", d, multiples[d]);
        }
        view = view.inserted(d, multiples[d]);
        interleaved[2 * d] = multiples[d];
        interleaved[2 * d + 1] = sizes[d];
        sizes[d] = Sizes.multiply(sizes[d], multiples[d]);
      }
      StridedView.of(context.allocate(0, Shape.of(sizes)), interleaved).copyFrom(context, view);
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () -> {
          Output multiples = context.input(1);
          Output shape = on.cast(on.shape(context.input(0)), multiples.dtype());
          Output pairs =
              on.node("Pack")
                  .inputList(List.of(multiples, shape))
                  .attr("axis", 1)
                  .build()
                  .output(0);
          Output sizes = on.reshape(pairs, on.ints(-1));
          Output copies =
              on.op(
                  "Range",
                  on.scalar(0, DType.INT32),
                  on.op("Size", sizes),
                  on.scalar(2, DType.INT32));
          Output sum = on.sum(on.reshape(context.gradient(), sizes), copies, false);
          return on.reshapeLike(sum, context.input(0));
        });
  }
}
