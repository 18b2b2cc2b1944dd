package dev.weir.ops.array;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Over which dimensions the gradient of a broadcast result must be summed for each of its two
 * operands, given their shapes. Dimensions that have size 1 in both count for both, unless the
 * shapes are equal.
 */
final class BroadcastGradientArgs extends Op {
  BroadcastGradientArgs() {
    super("BroadcastGradientArgs(s0: T, s1: T) -> (r0: T, r1: T) T:type=int32 in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireRank(0, 1);
    context.requireRank(1, 1);
    return List.of(Shape.of(-1), Shape.of(-1));
  }

  @Override
  public String notDifferentiable() {
    return "its inputs and outputs are shapes and dimensions";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      long[] a = Sizes.values(context.input(0));
      long[] b = Sizes.values(context.input(1));
      int rank = BroadcastSizes.of(a, b).length;
      boolean areEqual = Arrays.equals(a, b);
      write(context, 0, areEqual ? new long[0] : stretched(a, rank));
      write(context, 1, areEqual ? new long[0] : stretched(b, rank));
    };
  }

  /** The dimensions that an operand does not have, or has with size 1. */
  private static long[] stretched(long[] operand, int rank) {
    return LongStream.range(0, rank)
        .filter(d -> BroadcastSizes.at(operand, (int) d, rank) == 1)
        .toArray();
  }

  private static void write(KernelContext context, int output, long[] dimensions) {
    Tensor out = context.allocate(output, Shape.of(dimensions.length));
    for (int i = 0; i < dimensions.length; i++) {
      out.setLong(i, dimensions[i]);
    }
  }
}
