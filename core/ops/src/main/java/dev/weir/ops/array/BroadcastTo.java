package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** Its input stretched to a shape: sizes are aligned at the right, those of 1 repeat. */
final class BroadcastTo extends Op {
  BroadcastTo() {
    super(
        "BroadcastTo(input: T, shape: Tidx) -> (output: T) T:type; Tidx:type=int32 in [int32,"
            + " int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape in = context.input(0);
    Shape out = Sizes.shape(context, 1);
    if (!in.hasRank() || !out.hasRank()) {
      return List.of(out);
    }
    int added = out.rank() - in.rank();
    if (added < 0) {
      throw incompatible(context, out);
    }
    Shape result = out;
    for (int d = 0; d < in.rank(); d++) {
      long size = in.size(d);
      long wanted = out.size(added + d);
      if (size >= 0 && size != 1 && wanted >= 0 && wanted != size) {
        throw incompatible(context, out);
      }
      if (size > 1) {
        result = result.withSize(added + d, size);
      }
    }
    return List.of(result);
  }

  private static WeirException incompatible(ShapeContext context, Shape out) {
    return context.invalid(
        "Incompatible shapes: %s, shape is %s; sizes must be equal or 1, counted from the right",
        context.describe(0), out);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor in = context.input(0);
      long[] sizes = Sizes.values(context.input(1));
      if (Arrays.stream(sizes).anyMatch(size -> size < 0)) {
        throw WeirException.invalidArgument(
            "shape must be 0 or more, got %s", Arrays.toString(sizes));
      }
      if (Arrays.equals(sizes, in.shape().sizes())) {
        context.set(0, in.retained());
        return;
      }
      StridedView view = StridedView.of(in);
      for (int d = sizes.length - 1; d >= 0; d--) {
        int from = d - (sizes.length - in.shape().rank());
        if (from < 0) {
          view = view.inserted(0, sizes[d]);
        } else if (in.shape().size(from) == 1) {
          view = view.select(from, 0).inserted(from, sizes[d]);
        }
      }
      StridedView.of(context.allocate(0, Shape.of(sizes))).copyFrom(context, view);
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> on.sumTo(context.gradient(), context.input(0)));
  }
}
