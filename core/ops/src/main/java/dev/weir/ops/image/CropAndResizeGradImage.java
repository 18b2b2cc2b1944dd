package dev.weir.ops.image;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** The gradient of {@code CropAndResize} with respect to images of the size that is given. */
final class CropAndResizeGradImage extends ResizeOp {
  CropAndResizeGradImage() {
    super(
        "CropAndResizeGradImage(grads: float, boxes: float, box_ind: int32, image_size:"
            + " int32) -> (output: T) T:type in [float, half, double]; method:string=\"bilinear\""
            + " in [\"bilinear\", \"nearest\"];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape gradient = context.requireRank(0, 4);
    long count = CropBoxes.count(context, 1, 2);
    Shape images = Sizes.shape(context, 3);
    if (images.hasRank() && images.rank() != 4) {
      throw context.invalid("image_size must have 4 numbers, got %s", images);
    }
    images = images.mergeWith(Shape.unknownOfRank(4));
    if (!Shape.of(gradient.size(0), gradient.size(3))
        .isCompatibleWith(Shape.of(count, images.size(3)))) {
      throw context.invalid(
          "the gradient must have a crop for each box, and the channels of the images:"
              + " %s, %s, images %s",
          context.describe(0), context.describe(1), images);
    }
    return List.of(images);
  }

  @Override
  public String notDifferentiable() {
    return "second derivatives of crops are not defined";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean isNearest = spec.attrs().string("method").equals("nearest");
    DType type = spec.outputDtype(0);
    return context -> {
      Tensor sums = sums(context, type, Shape.of(Sizes.values(context.input(3))));
      spread(context, isNearest, sums);
      round(context, type, sums);
    };
  }

  private static void spread(KernelContext context, boolean isNearest, Tensor output) {
    Tensor gradient = context.input(0);
    if (gradient.elements() == 0) {
      return; // there may be more places than can be counted through
    }
    Shape from = gradient.shape();
    Shape shape = output.shape();
    CropBoxes crops =
        new CropBoxes(
            context.input(1),
            context.input(2),
            shape.size(1),
            shape.size(2),
            from.size(1),
            from.size(2));
    crops.forEach(
        (box, i, j, row, column) -> {
          long n = crops.image(box, shape.size(0));
          if (!crops.isRow(row) || !crops.isColumn(column)) {
            return;
          }
          long at = pixel(gradient, box, i, j);
          long nearest = isNearest ? CropBoxes.nearest(output, n, row, column) : 0;
          Corners corners = crops.corners(output, n, row, column);
          for (long c = 0; c < shape.size(3); c++) {
            if (isNearest) {
              output.setDouble(
                  nearest + c, output.getDouble(nearest + c) + gradient.getFloat(at + c));
            } else {
              corners.spread(gradient.getFloat(at + c), output, c);
            }
          }
        });
  }
}
