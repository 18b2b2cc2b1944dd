package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** Its input with the dimensions in another order: dimension i of y is {@code perm[i]} of x. */
final class Transpose extends Op {
  Transpose() {
    super("Transpose(x: T, perm: Tperm) -> (y: T) T:type; Tperm:type=int32 in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(Permutation.shape(context));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> transpose(context);
  }

  private static void transpose(KernelContext context) {
    Tensor x = context.input(0);
    int[] order = Permutation.of(context.input(1));
    if (Permutation.isIdentity(order)) {
      context.set(0, x.retained());
      return;
    }
    StridedView turned = StridedView.of(x).transposed(order);
    StridedView.of(context.allocate(0, Shape.of(turned.sizes()))).copyFrom(context, turned);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () -> on.op("Transpose", context.gradient(), on.op("InvertPermutation", context.input(1))));
  }
}
