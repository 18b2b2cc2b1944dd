package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** Its input with the dimensions that {@code axis} names running backwards. */
final class ReverseV2 extends Op {
  private static final int MAX_RANK = 8;

  ReverseV2() {
    super(
        "ReverseV2(tensor: T, axis: Tidx) -> (output: T) Tidx:type=int32 in [int32, int64]; T:type"
            + " in [uint8, int8, uint16, int16, int32, uint32, int64, uint64, bool, bfloat16, half,"
            + " float, double, complex64, complex128, string];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireRank(1, 1);
    requireFewDimensions(context);
    Tensor axes = context.constant(1);
    if (axes != null && context.input(0).hasRank()) {
      dimensions(axes, context.input(0).rank());
    }
    return List.of(context.input(0));
  }

  /** TensorFlow's limit. */
  static void requireFewDimensions(ShapeContext context) {
    Sizes.requireRankAtMost(context, 0, MAX_RANK);
  }

  private static int[] dimensions(Tensor axes, int rank) {
    int[] dimensions =
        Arrays.stream(Sizes.values(axes)).mapToInt(axis -> Shapes.axis(axis, rank)).toArray();
    if (Arrays.stream(dimensions).distinct().count() != dimensions.length) {
      throw WeirException.invalidArgument("axis must name a dimension only once: %s", axes);
    }
    return dimensions;
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor in = context.input(0);
      StridedView view = StridedView.of(in);
      for (int d : dimensions(context.input(1), in.shape().rank())) {
        view = view.reversed(d);
      }
      StridedView.of(context.allocate(0, in.shape())).copyFrom(context, view);
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () ->
            on.node("ReverseV2")
                .input(context.gradient())
                .input(context.input(1))
                .build()
                .output(0));
  }
}
