package dev.weir.ops.array;

import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The shape that two shapes broadcast to. */
final class BroadcastArgs extends Op {
  BroadcastArgs() {
    super("BroadcastArgs(s0: T, s1: T) -> (r0: T) T:type=int32 in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    long a = context.requireRank(0, 1).size(0);
    long b = context.requireRank(1, 1).size(0);
    return List.of(Shape.of(a < 0 || b < 0 ? -1 : Math.max(a, b)));
  }

  @Override
  public String notDifferentiable() {
    return "its inputs and output are shapes";
  }

  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    long[] a = Sizes.values(context, 0);
    long[] b = Sizes.values(context, 1);
    return a == null || b == null ? null : PartialValue.vector(BroadcastSizes.of(a, b));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      long[] both =
          BroadcastSizes.of(Sizes.values(context.input(0)), Sizes.values(context.input(1)));
      Tensor out = context.allocate(0, Shape.of(both.length));
      for (int d = 0; d < both.length; d++) {
        out.setLong(d, both[d]);
      }
    };
  }
}
