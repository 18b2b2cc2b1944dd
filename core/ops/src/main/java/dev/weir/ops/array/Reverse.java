package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import java.util.List;

/** Its input with the dimensions for which {@code dims} is true running backwards. */
final class Reverse extends Op {
  Reverse() {
    super(
        "Reverse(tensor: T, dims: bool) -> (output: T) T:type in [uint8, int8, uint16, int16,"
            + " uint32, int32, uint64, int64, bool, bfloat16, half, float, double, complex64,"
            + " complex128, string];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape dims = context.requireRank(1, 1);
    Shape in = context.input(0);
    if (in.hasRank() && dims.size(0) >= 0 && dims.size(0) != in.rank()) {
      throw context.invalid(
          "dims must have an entry for each dimension: %s, %s",
          context.describe(0), context.describe(1));
    }
    ReverseV2.requireFewDimensions(context);
    return List.of(in.hasRank() || dims.size(0) < 0 ? in : Shape.unknownOfRank((int) dims.size(0)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      StridedView view = StridedView.of(context.input(0));
      for (int d = 0; d < view.rank(); d++) {
        view = context.input(1).getBoolean(d) ? view.reversed(d) : view;
      }
      StridedView.of(context.allocate(0, context.input(0).shape())).copyFrom(context, view);
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () ->
            on.node("Reverse").input(context.gradient()).input(context.input(1)).build().output(0));
  }
}
