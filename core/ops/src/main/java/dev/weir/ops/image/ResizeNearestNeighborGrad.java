package dev.weir.ops.image;

import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCombiner;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The gradient of {@code ResizeNearestNeighbor} with respect to original images of the size that is
 * given: the sum over the pixels that one became. Integers wrap.
 */
final class ResizeNearestNeighborGrad extends ResizeOp {
  ResizeNearestNeighborGrad() {
    super(
        "ResizeNearestNeighborGrad(grads: T, size: int32) -> (output: T) T:type in [uint8,"
            + " int8, int32, half, float, double, bfloat16]; align_corners:bool=false;"
            + " half_pixel_centers:bool=false;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(resized(context, 0, 1));
  }

  @Override
  public void gradient(GradientContext context) {
    context.flow(
        0,
        () ->
            placed(
                context,
                "ResizeNearestNeighbor",
                context.gradient(),
                size(context, context.input(0))));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    Attributes attrs = spec.attrs();
    return context -> spread(context, attrs);
  }

  private static void spread(KernelContext context, Attributes attrs) {
    Tensor gradient = context.input(0);
    long[] size = Sizes.values(context.input(1));
    Shape from = gradient.shape();
    Tensor output = context.allocate(0, Shape.of(from.size(0), size[0], size[1], from.size(3)));
    ElementCopier.clear(output);
    if (gradient.elements() == 0) {
      return; // there may be more places than can be counted through
    }
    ResizeAxis rows = ResizeAxis.of(size[0], from.size(1), attrs);
    ResizeAxis columns = ResizeAxis.of(size[1], from.size(2), attrs);
    ElementCombiner add = ElementCombiner.add(output.dtype());
    long at = 0;
    for (long n = 0; n < from.size(0); n++) {
      for (long i = 0; i < from.size(1); i++) {
        for (long j = 0; j < from.size(2); j++) {
          long to = pixel(output, n, rows.nearest(i), columns.nearest(j));
          add.applyAll(output, to, gradient, at, from.size(3));
          at += from.size(3);
        }
      }
    }
  }
}
