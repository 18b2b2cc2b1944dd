package dev.weir.ops.image;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The gradient of {@code CropAndResize} with respect to the boxes: how the crops change when their
 * edges move. Places outside the image have none.
 */
final class CropAndResizeGradBoxes extends ResizeOp {
  CropAndResizeGradBoxes() {
    super(
        "CropAndResizeGradBoxes(grads: float, image: T, boxes: float, box_ind: int32) ->"
            + " (output: float) T:type in [uint8, uint16, int8, int16, int32, int64, half, float,"
            + " double]; method:string=\"bilinear\" in [\"bilinear\"];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape gradient = context.requireRank(0, 4);
    Shape images = context.requireRank(1, 4);
    long count = CropBoxes.count(context, 2, 3);
    if (!Shape.of(gradient.size(0), gradient.size(3))
        .isCompatibleWith(Shape.of(count, images.size(3)))) {
      throw context.invalid(
          "the gradient must have a crop for each box, and the channels of the images:"
              + " %s, %s, %s",
          context.describe(0), context.describe(1), context.describe(2));
    }
    return List.of(Shape.of(count, 4));
  }

  @Override
  public String notDifferentiable() {
    return "second derivatives of crops are not defined";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return CropAndResizeGradBoxes::gradient;
  }

  private static void gradient(KernelContext context) {
    Tensor gradient = context.input(0);
    Tensor images = context.input(1);
    Tensor boxes = context.input(2);
    Shape from = gradient.shape();
    Shape shape = images.shape();
    Tensor output = context.allocate(0, boxes.shape());
    ElementCopier.clear(output);
    if (gradient.elements() == 0) {
      return; // there may be more places than can be counted through
    }
    CropBoxes crops =
        new CropBoxes(
            boxes, context.input(3), shape.size(1), shape.size(2), from.size(1), from.size(2));
    crops.forEach(
        (box, i, j, row, column) -> {
          long n = crops.image(box, shape.size(0));
          if (!crops.isRow(row) || !crops.isColumn(column)) {
            return;
          }
          Corners corners = crops.corners(images, n, row, column);
          long at = pixel(gradient, box, i, j);
          double down = 0;
          double right = 0;
          for (long c = 0; c < shape.size(3); c++) {
            double weight = gradient.getDouble(at + c);
            down += weight * corners.downward(images, c);
            right += weight * corners.rightward(images, c);
          }
          move(output, 4 * box, down, shape.size(1), from.size(1), i);
          move(output, 4 * box + 1, right, shape.size(2), from.size(2), j);
        });
  }

  /** Adds what place {@code i} of {@code count} gives the two edges of a box. */
  private static void move(Tensor output, long edge, double change, long size, long count, long i) {
    double toSecond = count > 1 ? i * (double) (size - 1) / (count - 1) : 0.5 * (size - 1);
    double toFirst = size - 1 - toSecond;
    output.setDouble(edge, output.getDouble(edge) + change * toFirst);
    output.setDouble(edge + 2, output.getDouble(edge + 2) + change * toSecond);
  }
}
