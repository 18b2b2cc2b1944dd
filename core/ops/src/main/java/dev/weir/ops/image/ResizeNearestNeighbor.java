package dev.weir.ops.image;

import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** Images in another size: each pixel is the nearest one of the original. */
final class ResizeNearestNeighbor extends ResizeOp {
  ResizeNearestNeighbor() {
    super(
        "ResizeNearestNeighbor(images: T, size: int32) -> (resized_images: T) T:type in"
            + " [int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16];"
            + " align_corners:bool=false; half_pixel_centers:bool=false;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(resizedFrom(context, 0, 1));
  }

  @Override
  public void gradient(GradientContext context) {
    context.flow(
        0,
        () ->
            placed(
                context,
                "ResizeNearestNeighborGrad",
                context.gradient(),
                size(context, context.input(0))));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    Attributes attrs = spec.attrs();
    return context -> resize(context, attrs);
  }

  private static void resize(KernelContext context, Attributes attrs) {
    Tensor images = context.input(0);
    long[] size = Sizes.values(context.input(1));
    Shape shape = images.shape();
    Tensor output = context.allocate(0, Shape.of(shape.size(0), size[0], size[1], shape.size(3)));
    if (output.elements() == 0) {
      return; // there may be more places than can be counted through
    }
    ResizeAxis rows = ResizeAxis.of(shape.size(1), size[0], attrs);
    ResizeAxis columns = ResizeAxis.of(shape.size(2), size[1], attrs);
    ElementCopier copier = ElementCopier.of(images, output);
    long at = 0;
    for (long n = 0; n < shape.size(0); n++) {
      for (long i = 0; i < size[0]; i++) {
        for (long j = 0; j < size[1]; j++, at += shape.size(3)) {
          copier.copy(pixel(images, n, rows.nearest(i), columns.nearest(j)), at, shape.size(3));
        }
      }
    }
  }
}
