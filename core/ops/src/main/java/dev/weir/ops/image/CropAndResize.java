package dev.weir.ops.image;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.SameAttributes;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Parts of images, all in the same size, in float: interpolated between the four pixels around, or
 * the nearest one. What is outside the image is {@code extrapolation_value}; a box whose bottom is
 * above its top is turned over.
 */
final class CropAndResize extends ResizeOp {
  CropAndResize() {
    super(
        "CropAndResize(image: T, boxes: float, box_ind: int32, crop_size: int32) -> (crops:"
            + " float) T:type in [uint8, uint16, int8, int16, int32, int64, half, float, double];"
            + " method:string=\"bilinear\" in [\"bilinear\", \"nearest\"];"
            + " extrapolation_value:float=0.0;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    long count = CropBoxes.count(context, 1, 2);
    return List.of(resizedFrom(context, 0, 3).withSize(0, count));
  }

  @Override
  public void gradient(GradientContext context) {
    Output image = context.input(0);
    Output boxes = context.input(1);
    Output indices = context.input(2);
    if (image.dtype().isFloating()) {
      context.flow(
          0,
          () ->
              SameAttributes.builder(context, "CropAndResizeGradImage", "method")
                  .input(context.gradient())
                  .input(boxes)
                  .input(indices)
                  .input(GradientOps.of(context).shape(image))
                  .attr("T", image.dtype())
                  .build()
                  .output(0));
    }
    // the nearest pixel does not change when a box moves a little
    if (context.node().attrs().string("method").equals("bilinear")) {
      context.flow(
          1,
          () ->
              GradientOps.of(context)
                  .op("CropAndResizeGradBoxes", context.gradient(), image, boxes, indices));
    }
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean isNearest = spec.attrs().string("method").equals("nearest");
    float outside = spec.attrs().floating("extrapolation_value");
    return context -> crop(context, isNearest, outside);
  }

  private static void crop(KernelContext context, boolean isNearest, float outside) {
    Tensor image = context.input(0);
    Tensor boxes = context.input(1);
    Shape shape = image.shape();
    long[] size = Sizes.values(context.input(3));
    CropBoxes crops =
        new CropBoxes(boxes, context.input(2), shape.size(1), shape.size(2), size[0], size[1]);
    Tensor output =
        context.allocate(0, Shape.of(boxes.shape().size(0), size[0], size[1], shape.size(3)));
    if (output.elements() == 0) {
      return; // there may be more places than can be counted through
    }
    crops.forEach(
        (box, i, j, row, column) -> {
          long at = pixel(output, box, i, j);
          long n = crops.image(box, shape.size(0));
          if (!crops.isRow(row) || !crops.isColumn(column)) {
            for (long c = 0; c < shape.size(3); c++) {
              output.setFloat(at + c, outside);
            }
          } else if (isNearest) {
            long from = CropBoxes.nearest(image, n, row, column);
            for (long c = 0; c < shape.size(3); c++) {
              output.setFloat(at + c, image.getFloat(from + c));
            }
          } else {
            Corners corners = crops.corners(image, n, row, column);
            for (long c = 0; c < shape.size(3); c++) {
              output.setFloat(at + c, corners.blend(image, c));
            }
          }
        });
  }
}
