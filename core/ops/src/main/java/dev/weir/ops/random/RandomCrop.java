package dev.weir.ops.random;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** A part of an image of the size asked for (height and width), at a random place. */
final class RandomCrop extends Op {
  private final Source source = Source.ofState();

  RandomCrop() {
    super(
        "RandomCrop(image: T, size: int64) -> (output: T) T:type in [uint8, int8, int16,"
            + " int32, int64, float, double]; seed:int=0; seed2:int=0; stateful");
  }

  @Override
  public String notDifferentiable() {
    return "the place it chose is not among its outputs";
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape image = context.requireRank(0, 3);
    if (!context.requireRank(1, 1).isCompatibleWith(Shape.of(2))) {
      throw context.invalid("size must be a height and a width: %s", context.describe(1));
    }
    Tensor size = context.constant(1);
    if (size == null) {
      return List.of(Shape.of(-1, -1, image.size(2)));
    }
    for (int i = 0; i < 2; i++) {
      if (size.getLong(i) < 0) {
        throw context.invalid("size must be at least 0, got %s", size);
      }
      if (image.size(i) != Shape.UNKNOWN_SIZE && size.getLong(i) > image.size(i)) {
        throw WeirException.failedPrecondition(
            "size must be at most that of the image: %s, size is %s", context.describe(0), size);
      }
    }
    return List.of(Shape.of(size.getLong(0), size.getLong(1), image.size(2)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor image = context.input(0);
      long rows = image.shape().size(0);
      long columns = image.shape().size(1);
      long depth = image.shape().size(2);
      long height = context.input(1).getLong(0);
      long width = context.input(1).getLong(1);
      if (height == rows && width == columns) {
        context.set(0, image.reshaped(image.shape()));
        return;
      }
      Tensor output = context.allocate(0, Shape.of(height, width, depth));
      Words words = new Words(source.reserve(context, spec.attrs(), 1));
      // in this order, as TensorFlow draws them
      long left = columns > width ? words.nextBelow(columns - width + 1) : 0;
      long top = rows > height ? words.nextBelow(rows - height + 1) : 0;
      for (long row = 0; row < height; row++) {
        long from = ((top + row) * columns + left) * depth;
        output.copyFrom(image, from, row * width * depth, width * depth);
      }
    };
  }
}
