package dev.weir.ops.image;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.SameAttributes;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** What ops that resize images share: images, and rows and columns as an input. */
abstract class ResizeOp extends Op {
  ResizeOp(String signature) {
    super(signature);
  }

  /** The shape of images after the sizes in an input became their rows and columns. */
  static Shape resized(ShapeContext context, int images, int size) {
    Shape shape = context.requireRank(images, 4);
    Shape vector = context.requireRank(size, 1);
    if (vector.size(0) >= 0 && vector.size(0) != 2) {
      throw context.invalid("the new size must be rows and columns: %s", context.describe(size));
    }
    checkNotBoth(context);
    long @Nullable [] sizes = Sizes.values(context, size);
    if (sizes == null) {
      Shape partly = context.shapeValue(size);
      return shape.withSize(1, partly.size(0)).withSize(2, partly.size(1));
    }
    if (sizes[0] < 1 || sizes[1] < 1) {
      throw context.invalid(
          "the new size must be above 0, got %d rows and %d columns", sizes[0], sizes[1]);
    }
    return shape.withSize(1, sizes[0]).withSize(2, sizes[1]);
  }

  /** The shape of resized images; refuses images without pixels. */
  static Shape resizedFrom(ShapeContext context, int images, int size) {
    Shape shape = context.requireRank(images, 4);
    if (shape.size(1) == 0 || shape.size(2) == 0) {
      throw context.invalid("input image must be of non-zero size: %s", context.describe(images));
    }
    return resized(context, images, size);
  }

  /** Refuses both ways to place pixels at once. */
  static void checkNotBoth(ShapeContext context) {
    if (context.attrs().has("align_corners")
        && context.attrs().bool("align_corners")
        && context.attrs().bool("half_pixel_centers")) {
      throw context.invalid("align_corners and half_pixel_centers cannot both be true");
    }
  }

  /** Sums that become an output: all 0, and precise enough even if the output is not. */
  static Tensor sums(KernelContext context, DType type, Shape shape) {
    boolean isWide = type == DType.FLOAT32 || type == DType.FLOAT64;
    Tensor sums = isWide ? context.allocate(0, shape) : context.scratch(DType.FLOAT32, shape);
    ElementCopier.clear(sums);
    return sums;
  }

  /** Rounds sums to the output, if they are not the output. */
  static void round(KernelContext context, DType type, Tensor sums) {
    if (sums.dtype() == type) {
      return;
    }
    Tensor output = context.allocate(0, sums.shape());
    for (long i = 0; i < sums.elements(); i++) {
      output.setFloat(i, sums.getFloat(i));
    }
  }

  /** A node that places pixels as the one does that is differentiated. */
  static Output placed(GradientContext context, String op, Operand... inputs) {
    String[] attributes = {"align_corners", "half_pixel_centers"};
    return SameAttributes.build(context, op, attributes, inputs);
  }

  /** The rows and columns of images. */
  static Output size(GradientContext context, Operand images) {
    GradientOps on = GradientOps.of(context);
    return on.op("Slice", on.shape(images), on.ints(1), on.ints(2));
  }

  /** The first channel of a pixel. */
  static long pixel(Tensor images, long image, long row, long column) {
    Shape shape = images.shape();
    return ((image * shape.size(1) + row) * shape.size(2) + column) * shape.size(3);
  }
}
