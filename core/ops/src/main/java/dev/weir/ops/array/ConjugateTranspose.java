package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Its input with the dimensions in another order and complex numbers conjugated: dimension i of y
 * is {@code perm[i]} of x.
 */
final class ConjugateTranspose extends Op {
  ConjugateTranspose() {
    super(
        "ConjugateTranspose(x: T, perm: Tperm) -> (y: T) T:type; Tperm:type=int32 in [int32,"
            + " int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(Permutation.shape(context));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      StridedView turned =
          StridedView.of(context.input(0)).transposed(Permutation.of(context.input(1)));
      Tensor y = context.allocate(0, Shape.of(turned.sizes()));
      StridedView.of(y).copyFrom(context, turned);
      if (y.dtype().isComplex()) {
        for (long i = 0; i < y.elements(); i++) {
          y.setComplex(i, y.getReal(i), -y.getImaginary(i));
        }
      }
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () ->
            on.op(
                "ConjugateTranspose",
                context.gradient(),
                on.op("InvertPermutation", context.input(1))));
  }
}
