package dev.weir.ops.image;

import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** The gradient of {@code ResizeBilinear} with respect to the original images. */
final class ResizeBilinearGrad extends ResizeOp {
  ResizeBilinearGrad() {
    super(
        "ResizeBilinearGrad(grads: float, original_image: T) -> (output: T) T:type in"
            + " [float, bfloat16, half, double]; align_corners:bool=false;"
            + " half_pixel_centers:bool=false;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape gradient = context.requireRank(0, 4);
    Shape original = context.requireRank(1, 4);
    checkNotBoth(context);
    Shape resized = original.withSize(1, gradient.size(1)).withSize(2, gradient.size(2));
    if (!gradient.isCompatibleWith(resized)) {
      throw context.invalid(
          "gradient and images must agree in batch and channels: %s, %s",
          context.describe(0), context.describe(1));
    }
    return List.of(original);
  }

  @Override
  public void gradient(GradientContext context) {
    context.flow(
        0,
        () ->
            placed(context, "ResizeBilinear", context.gradient(), size(context, context.input(0))));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    Attributes attrs = spec.attrs();
    DType type = spec.outputDtype(0);
    return context -> {
      Tensor sums = sums(context, type, context.input(1).shape());
      spread(context.input(0), attrs, sums);
      round(context, type, sums);
    };
  }

  private static void spread(Tensor gradient, Attributes attrs, Tensor output) {
    if (gradient.elements() == 0) {
      return; // there may be more places than can be counted through
    }
    Shape from = gradient.shape();
    Shape shape = output.shape();
    ResizeAxis rows = ResizeAxis.of(shape.size(1), from.size(1), attrs);
    ResizeAxis columns = ResizeAxis.of(shape.size(2), from.size(2), attrs);
    long at = 0;
    for (long n = 0; n < from.size(0); n++) {
      for (long i = 0; i < from.size(1); i++) {
        for (long j = 0; j < from.size(2); j++, at += from.size(3)) {
          Corners corners = Corners.of(output, n, rows, rows.place(i), columns, columns.place(j));
          for (long c = 0; c < from.size(3); c++) {
            corners.spread(gradient.getFloat(at + c), output, c);
          }
        }
      }
    }
  }
}
